import { betweenName, nodeAt } from './design-tree.ts'
import type { DesignNode, DesignPath } from './design-tree.ts'

/** A body after a step, and the part that is then selected; an empty path for none. */
export interface Step {
  body: DesignNode
  selected: DesignPath
}

/** Elements that stand in the body itself, or in a wrapper. */
const sections: ReadonlySet<string> = new Set(['mj-section', 'mj-wrapper', 'mj-hero'])
/** Elements that hold contents. */
const columns: ReadonlySet<string> = new Set(['mj-column', 'mj-hero'])

/** The body without a part; what is then selected stands in its place, or holds it. */
export function withoutPart(body: DesignNode, path: DesignPath): Step {
  const [parent, at] = placeOf(path)
  const next = changed(body, parent, (children) => children.toSpliced(at, 1))
  const left = nodeAt(next, parent)?.children.length ?? 0
  return { body: next, selected: left === 0 ? parent : [...parent, Math.min(at, left - 1)] }
}

/** The body with a copy of a part after it. */
export function withCopy(body: DesignNode, path: DesignPath): Step {
  const [parent, at] = placeOf(path)
  const part = nodeAt(body, path)
  if (!part) return { body, selected: path }
  return {
    body: changed(body, parent, (children) => children.toSpliced(at + 1, 0, part)),
    selected: [...parent, at + 1],
  }
}

/**
 * The body with a part moved one place up (-1) or down (1): within what holds it, and from the edge of a column into the next
 * one. Null where there is no such place.
 */
export function withMoved(body: DesignNode, path: DesignPath, by: -1 | 1): Step | null {
  const [parent, at] = placeOf(path)
  const part = nodeAt(body, path)
  const siblings = nodeAt(body, parent)?.children ?? []
  if (!part) return null
  const to = at + by
  if (to >= 0 && to < siblings.length) {
    const moved = changed(body, parent, (children) => children.toSpliced(at, 1).toSpliced(to, 0, part))
    return { body: moved, selected: [...parent, to] }
  }
  const holder = nodeAt(body, parent)
  if (!holder || !columns.has(holder.name)) return null
  const all = pathsOf(body, (node) => columns.has(node.name))
  const target = all[all.findIndex((one) => isSame(one, parent)) + by]
  if (!target) return null
  const without = changed(body, parent, (children) => children.toSpliced(at, 1))
  const place = by < 0 ? (nodeAt(without, target)?.children.length ?? 0) : 0
  return {
    body: changed(without, target, (children) => children.toSpliced(place, 0, part)),
    selected: [...target, place],
  }
}

/**
 * The body with parts after the selected one, where they may stand: sections after its section, contents after it or in its
 * column. Without a place for contents they get a section of their own.
 */
export function withParts(body: DesignNode, parts: readonly DesignNode[], selected: DesignPath): Step {
  if (parts.some(({ name }) => sections.has(name))) {
    const at = selected.length === 0 ? body.children.length : (selected[0] ?? 0) + 1
    return { body: changed(body, [], (children) => children.toSpliced(at, 0, ...parts)), selected: [at] }
  }
  const place = placeForContents(body, selected)
  if (place) {
    const { column, at } = place
    return {
      body: changed(body, column, (children) => children.toSpliced(at, 0, ...parts)),
      selected: [...column, at],
    }
  }
  const step = withParts(body, [element('mj-section', [element('mj-column', parts)])], selected)
  return { ...step, selected: [...step.selected, 0, 0] }
}

/** The body with a part inside of a condition. */
export function withCondition(body: DesignNode, path: DesignPath, condition: string): Step {
  const [parent, at] = placeOf(path)
  const part = nodeAt(body, path)
  if (!part) return { body, selected: path }
  const around = [between(`{{#if ${condition}}}`), part, between('{{/if}}')]
  return {
    body: changed(body, parent, (children) => children.toSpliced(at, 1, ...around)),
    selected: [...parent, at],
  }
}

/** The body with another part at a path. */
export function withPart(body: DesignNode, path: DesignPath, part: DesignNode): DesignNode {
  if (path.length === 0) return part
  const [parent, at] = placeOf(path)
  return changed(body, parent, (children) => children.with(at, part))
}

function placeForContents(body: DesignNode, selected: DesignPath): { column: DesignPath; at: number } | null {
  // The column around the selected part, or the part itself.
  for (let depth = selected.length; depth > 0; depth--) {
    const path = selected.slice(0, depth)
    const node = nodeAt(body, path)
    if (node && columns.has(node.name))
      return { column: path, at: depth === selected.length ? node.children.length : (selected[depth] ?? 0) + 1 }
  }
  const all = pathsOf(body, (node) => columns.has(node.name))
  const column =
    all.findLast((path) => selected.every((step, at) => path[at] === step) && selected.length > 0) ?? all[0]
  return column ? { column, at: nodeAt(body, column)?.children.length ?? 0 } : null
}

function placeOf(path: DesignPath): [parent: DesignPath, at: number] {
  return [path.slice(0, -1), path.at(-1) ?? 0]
}

function changed(
  node: DesignNode,
  path: DesignPath,
  change: (children: readonly DesignNode[]) => readonly DesignNode[],
): DesignNode {
  const [first, ...rest] = path
  if (first === undefined) return { ...node, children: change(node.children) }
  return {
    ...node,
    children: node.children.map((child, at) => (at === first ? changed(child, rest, change) : child)),
  }
}

/** Paths of parts, from the top. */
function pathsOf(body: DesignNode, isMeant: (node: DesignNode) => boolean): DesignPath[] {
  const walk = (node: DesignNode, path: DesignPath): DesignPath[] => [
    ...(isMeant(node) ? [path] : []),
    ...node.children.flatMap((child, at) => walk(child, [...path, at])),
  ]
  return walk(body, [])
}

function isSame(one: DesignPath, other: DesignPath): boolean {
  return one.length === other.length && one.every((step, at) => step === other[at])
}

function element(name: string, children: readonly DesignNode[]): DesignNode {
  return { name, attributes: {}, content: null, children }
}

function between(content: string): DesignNode {
  return { name: betweenName, attributes: {}, content, children: [] }
}
