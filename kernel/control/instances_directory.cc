// SPDX-License-Identifier: GPL-2.0
// instances/: a directory made there is an instance of its own.
#include "top.hh"

namespace spile {

namespace {

class InstancesDirectory final : public Directory {
  public:
    explicit InstancesDirectory(Top &top) : top_(top) {}

    unsigned does() const override { return does_mkdir; }

    Result<void> make(Text name) override
    {
        Instance &instance = *TRY(top_.instances.add(top_.registry, name));
        Result<Node> node = root().add_directory(name);
        Result<void> filled =
            node ? add_instance_files(node.value(), instance, top_.events) : Result<void>(node.error());
        if (!filled) {
            if (node)
                node.value().remove();
            top_.instances.remove(instance);
        }
        return filled;
    }

    Result<void> remove(Text name) override
    {
        Instance *instance = top_.instances.find(name);
        spile_node *raw = spile_fs_find(root().raw(), name.data(), name.size());
        if (!instance || !raw)
            return Errno::not_found;
        Node node(raw);
        if (node.open_files())
            return Errno::busy;
        node.remove();
        top_.instances.remove(*instance);
        return Ok{};
    }

  private:
    static Node root()
    {
        Text name = "instances";
        return Node(spile_fs_find(Node::root().raw(), name.data(), name.size()));
    }

    Top &top_;
};

} // namespace

Result<Box<Directory>> make_instances_directory(Top &top)
{
    return Box<Directory>(TRY(make_box<InstancesDirectory>(top)));
}

} // namespace spile
