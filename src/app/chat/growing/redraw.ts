/** Puts new nodes where others are, and leaves of those what looks the same: a browser lays out only what it sees change. */

/** Replaces the nodes after `last` in `parent` by `nodes`. Returns the nodes there then, in order. */
export function redrawAfter(parent: Node, last: ChildNode | null, nodes: readonly ChildNode[]): ChildNode[] {
  const before = siblingsAfter(parent, last)
  for (const node of before.slice(nodes.length)) node.remove()
  const drawn = nodes.map((node, at) => {
    const old = before[at]
    return old ? redraw(old, node) : node
  })
  for (const node of drawn.slice(before.length)) parent.appendChild(node)
  return drawn
}

export function removeAfter(parent: Node, last: ChildNode | null): void {
  for (const node of siblingsAfter(parent, last)) node.remove()
}

function redraw(old: ChildNode, node: ChildNode): ChildNode {
  if (old instanceof Text && node instanceof Text) {
    if (old.data !== node.data) old.data = node.data
    return old
  }
  if (old instanceof Element && node instanceof Element && hasSameTag(old, node)) {
    redrawAfter(old, null, [...node.childNodes])
    return old
  }
  old.replaceWith(node)
  return node
}

function hasSameTag(a: Element, b: Element): boolean {
  if (a.tagName !== b.tagName || a.attributes.length !== b.attributes.length) return false
  return [...a.attributes].every(({ name, value }) => b.getAttribute(name) === value)
}

function siblingsAfter(parent: Node, last: ChildNode | null): ChildNode[] {
  const nodes: ChildNode[] = []
  for (let node = last ? last.nextSibling : parent.firstChild; node; node = node.nextSibling) nodes.push(node)
  return nodes
}
