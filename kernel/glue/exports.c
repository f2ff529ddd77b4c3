// SPDX-License-Identifier: GPL-2.0
/* What other modules may call: include/spile/ops.h, implemented in entry/ops_api.cc. */
#include <linux/export.h>
#include <linux/module.h>

#include "spile/ops.h"

EXPORT_SYMBOL_GPL(spile_register_ops);
EXPORT_SYMBOL_GPL(spile_register_ops_batch);
EXPORT_SYMBOL_GPL(spile_unregister_ops);
EXPORT_SYMBOL_GPL(spile_unregister_ops_batch);
EXPORT_SYMBOL_GPL(spile_prepare_ops);
EXPORT_SYMBOL_GPL(spile_forget_ops);
EXPORT_SYMBOL_GPL(spile_set_ops_filter);
EXPORT_SYMBOL_GPL(spile_ops_hits);
