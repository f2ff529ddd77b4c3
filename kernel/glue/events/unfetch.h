/* SPDX-License-Identifier: GPL-2.0 */
/* Ends the stage of fetch.h. */
#pragma pop_macro("strcpy")
#pragma pop_macro("strncpy")
#pragma pop_macro("strlcpy")
#pragma pop_macro("strscpy")
#pragma pop_macro("strscpy_pad")
#pragma pop_macro("blk_fill_rwbs")
#pragma pop_macro("memcpy")
