/* SPDX-License-Identifier: GPL-2.0 */
/* Name of the disk that an I/O controller is for. */
static inline const char *ioc_name(struct ioc *ioc)
{
#ifdef SPILE_HAS_rq_qos_disk
	struct gendisk *disk = ioc->rqos.disk;
#else
	struct gendisk *disk = ioc->rqos.q->disk;
#endif

	return disk ? disk->disk_name : "<unknown>";
}
