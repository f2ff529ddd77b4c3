/* SPDX-License-Identifier: GPL-2.0 */
bool mptcp_subflow_active(struct mptcp_subflow_context *subflow);

static inline struct sock *mptcp_subflow_tcp_sock(const struct mptcp_subflow_context *subflow)
{
	return subflow->tcp_sock;
}
