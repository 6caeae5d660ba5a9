import type { Component, Editor } from 'grapesjs'
import type { ComponentPluginOptions } from 'grapesjs-mjml'
import { betweenType } from './grapes-tree.ts'

/** Elements of MJML that the canvas knows by itself. */
const types = [
  ...['mj-body', 'mj-wrapper', 'mj-section', 'mj-group', 'mj-column', 'mj-hero', 'mj-text', 'mj-button', 'mj-image'],
  ...['mj-divider', 'mj-spacer', 'mj-social', 'mj-social-element', 'mj-navbar', 'mj-navbar-link'],
]

/** Shown for an image that is not chosen yet. */
const noImage = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="100"><rect width="300" height="100" fill="#d5dae2"/></svg>',
)}`

/** Where styles for dark programs hold; the canvas shows the light look, whatever the screen is. */
const darkStyles = /prefers-color-scheme\s*:\s*dark/g

/** The part of a component that the methods below use. */
type Model = Pick<Component, 'get' | 'set' | 'on'>

const attributesOf = (model: Model): Record<string, string> => ({ ...model.get('attributes') })

/**
 * What all types have in common. The plugin takes its own default values for attributes of the mail, and drops values that
 * equal them or are empty; here a component has the attributes that the mail has, and no others.
 */
const model = {
  defaults: { 'style-default': {} },
  init(this: Model): void {
    const copy = (): void => void this.set('style', attributesOf(this), { silent: true })
    copy()
    this.on('change:attributes', copy)
  },
  getMjmlAttributes(this: Model): Record<string, string> {
    const { id: _id, style: _style, ...attributes } = attributesOf(this)
    if (this.get('type') === 'mj-image' && !attributes['src']) attributes['src'] = noImage
    return attributes
  },
}

/**
 * Sets up the types of the canvas's components. `head` is what stands before the body of the mail that is shown: its defaults
 * and styles hold for each component.
 */
export function setUpTypes(editor: Editor, { opt }: Pick<ComponentPluginOptions, 'opt'>, head: () => string): void {
  const compile = opt.mjmlParser
  // No fonts: they would be loaded from elsewhere.
  opt.mjmlParser = (mjml, options) =>
    compile(
      String(mjml).replace('<mjml>', () => `<mjml>${head().replaceAll(darkStyles, 'prefers-color-scheme: none')}`),
      { ...options, fonts: {}, validationLevel: 'skip' },
    )
  for (const type of types) editor.Components.addType(type, { model })
  editor.Components.addType('mj-table', {
    extend: 'mj-text',
    model: { ...model, defaults: { ...model.defaults, tagName: 'mj-table' } },
    view: { getChildrenSelector: () => 'table' },
  })
  editor.Components.addType(betweenType, {
    model: { defaults: { draggable: false, droppable: false, copyable: false, editable: false, highlightable: true } },
  })
}
