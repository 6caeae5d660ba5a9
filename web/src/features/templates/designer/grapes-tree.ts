import type { Component, ComponentDefinition } from 'grapesjs'
import { textHolders } from '@gensvar/contract/template-markup'
import { betweenName } from './design-tree.ts'
import type { DesignNode, DesignPath } from './design-tree.ts'

/** Type of the canvas's component for what stands between elements. */
export const betweenType = 'gv-between'

/** The component that the canvas shows for a part of a mail. */
export function definitionOf({ name, attributes, content, children }: DesignNode): ComponentDefinition {
  if (name === betweenName)
    return { type: betweenType, tagName: 'div', source: content ?? '', content: asText(content ?? '') }
  return {
    type: name,
    tagName: name,
    attributes: { ...attributes },
    ...(content === null ? { components: children.map(definitionOf) } : { content }),
  }
}

/** The part of a mail that a component shows; `liveContent` has the text of the one that is being edited. */
export function partOf(component: Component, liveContent: (component: Component) => string | null): DesignNode {
  if (component.get('type') === betweenType)
    return { name: betweenName, attributes: {}, content: String(component.get('source') ?? ''), children: [] }
  const name = component.get('tagName') ?? ''
  // The canvas's own.
  const { id: _id, class: _class, style: _style, ...attributes } = component.get('attributes') ?? {}
  const isHolder = textHolders.has(name)
  return {
    name,
    attributes: Object.fromEntries(Object.entries(attributes).map(([key, value]) => [key, String(value)])),
    content: isHolder ? (liveContent(component) ?? component.get('content') ?? '') : null,
    children: isHolder ? [] : component.components().map((child: Component) => partOf(child, liveContent)),
  }
}

/** The component at a path below that of the body. */
export function componentAt(body: Component, path: DesignPath): Component | null {
  return path.reduce<Component | null>((component, at) => component?.components().at(at) ?? null, body)
}

/** The path of a component below that of the body; null for one that stands elsewhere. */
export function pathOf(body: Component, component: Component): DesignPath | null {
  const path: number[] = []
  for (let one = component; one !== body;) {
    const parent = one.parent()
    if (!parent) return null
    path.unshift(one.index())
    one = parent
  }
  return path
}

function asText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
