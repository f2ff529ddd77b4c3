/* SPDX-License-Identifier: GPL-2.0 */
/* What a look-up that ends at a route of this type returns. */
#include <linux/errno.h>
#include <linux/rtnetlink.h>

static inline int ip6_rt_type_to_error(u8 type)
{
	switch (type) {
	case RTN_BLACKHOLE:
	case RTN_NAT:
	case RTN_XRESOLVE:
		return -EINVAL;
	case RTN_UNREACHABLE:
		return -EHOSTUNREACH;
	case RTN_PROHIBIT:
		return -EACCES;
	case RTN_THROW:
		return -EAGAIN;
	default:
		return 0;
	}
}
