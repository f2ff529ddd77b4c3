// SPDX-License-Identifier: GPL-2.0
#include "ops/filter_set.hh"

#include "base/hash.hh"

namespace spile {

u64 SiteChoice::hash() const { return hash_words(sites.span(), everything ? 1 : 2); }

} // namespace spile
