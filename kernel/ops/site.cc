// SPDX-License-Identifier: GPL-2.0
#include "ops/site.hh"

namespace spile {

bool SiteList::operator==(const SiteList &other) const
{
    if (size() != other.size())
        return false;
    for (usize i = 0; i < size(); ++i)
        if (sites_[i] != other.sites_[i])
            return false;
    return true;
}

usize SiteList::index_of(SiteId site) const
{
    usize at = lower_bound(sites_.data(), sites_.size(), site);
    return at < size() && sites_[at] == site ? at : size();
}

bool SiteList::contains(SiteId site) const { return index_of(site) != size(); }

void SiteList::seal()
{
    bool ordered = true;
    for (usize i = 1; i < size() && ordered; ++i)
        ordered = sites_[i - 1] < sites_[i];
    if (!ordered) {
        sort(sites_.data(), sites_.size(), [](SiteId a, SiteId b) { return a < b; });
        usize kept = 0;
        for (usize i = 0; i < sites_.size(); ++i)
            if (i == 0 || sites_[i] != sites_[kept - 1])
                sites_[kept++] = sites_[i];
        sites_.truncate(kept);
    }
    sites_.shrink();
}

Result<SiteList> SiteList::copy() const
{
    SiteList result;
    TRY(result.sites_.reserve(size()));
    for (SiteId site : sites_)
        result.sites_.push_reserved(site);
    return result;
}

Result<SiteList> SiteList::plus(const SiteList &other) const
{
    SiteList result;
    TRY(result.sites_.reserve(size() + other.size()));
    usize a = 0, b = 0;
    while (a < size() || b < other.size()) {
        bool from_a = b == other.size() || (a < size() && sites_[a] <= other.sites_[b]);
        SiteId site = from_a ? sites_[a] : other.sites_[b];
        a += a < size() && sites_[a] == site;
        b += b < other.size() && other.sites_[b] == site;
        result.sites_.push_reserved(site);
    }
    return result;
}

Result<SiteList> SiteList::minus(const SiteList &other) const
{
    SiteList result = TRY(copy());
    result.remove(other);
    return result;
}

void SiteList::remove(const SiteList &other)
{
    usize kept = 0, b = 0;
    for (usize a = 0; a < size(); ++a) {
        while (b < other.size() && other.sites_[b] < sites_[a])
            ++b;
        if (b == other.size() || other.sites_[b] != sites_[a])
            sites_[kept++] = sites_[a];
    }
    sites_.truncate(kept);
}

} // namespace spile
