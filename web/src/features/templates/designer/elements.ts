/** How a setting of an element is entered. */
export type FieldKind =
  | 'colour'
  | 'length'
  | 'text'
  | 'address'
  | 'align'
  | 'vertical'
  | 'line'
  | 'image'
  | 'alt'
  | 'wide'
  | 'mode'

/** A setting of an element: an attribute of its markup. */
export interface ElementField {
  name: FieldName
  kind: FieldKind
}

/** Attributes that have a field. */
export type FieldName = keyof typeof kinds

const kinds = {
  'background-color': 'colour',
  'container-background-color': 'colour',
  color: 'colour',
  'border-color': 'colour',
  width: 'length',
  height: 'length',
  padding: 'length',
  'inner-padding': 'length',
  'font-size': 'length',
  'line-height': 'text',
  'border-radius': 'length',
  'border-width': 'length',
  'icon-size': 'length',
  href: 'address',
  src: 'image',
  alt: 'alt',
  'background-url': 'image',
  align: 'align',
  'text-align': 'align',
  'vertical-align': 'vertical',
  'border-style': 'line',
  'full-width': 'wide',
  mode: 'mode',
} as const satisfies Record<string, FieldKind>

const namesOf = {
  'mj-body': ['background-color', 'width'],
  'mj-wrapper': ['background-color', 'padding', 'full-width'],
  'mj-section': ['background-color', 'padding', 'border-radius', 'text-align', 'full-width'],
  'mj-group': ['background-color', 'width', 'vertical-align'],
  'mj-column': ['background-color', 'width', 'vertical-align', 'padding', 'border-radius'],
  'mj-hero': ['background-color', 'background-url', 'height', 'padding', 'vertical-align'],
  'mj-text': ['color', 'font-size', 'line-height', 'align', 'container-background-color', 'padding'],
  'mj-button': [
    ...(['href', 'background-color', 'color', 'font-size', 'border-radius', 'align'] as const),
    ...(['width', 'inner-padding', 'padding'] as const),
  ],
  'mj-image': ['src', 'alt', 'href', 'width', 'align', 'border-radius', 'padding'],
  'mj-divider': ['border-color', 'border-width', 'border-style', 'width', 'padding'],
  'mj-spacer': ['height', 'container-background-color'],
  'mj-table': ['color', 'font-size', 'line-height', 'width', 'padding'],
  'mj-social': ['mode', 'align', 'icon-size', 'padding'],
  'mj-social-element': ['src', 'alt', 'href', 'background-color', 'color', 'font-size'],
  'mj-navbar': ['align'],
  'mj-navbar-link': ['href', 'color', 'font-size', 'padding'],
} as const satisfies Record<string, readonly FieldName[]>

/** Elements that have settings. */
type ElementName = keyof typeof namesOf

/** Whether an element has settings, and so a name for people. */
export function isElementName(name: string): name is ElementName {
  return Object.hasOwn(namesOf, name)
}

/** The settings of an element; none for one that the designer does not know. */
export function fieldsOf(name: string): ElementField[] {
  return isElementName(name) ? namesOf[name].map((field) => ({ name: field, kind: kinds[field] })) : []
}
