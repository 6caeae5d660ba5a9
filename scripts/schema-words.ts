/** The parts of a JSON Schema that the reference's tables use. */
export interface Shape {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  default?: unknown
  description?: string
  properties?: Record<string, Shape>
  required?: string[]
  items?: Shape
  additionalProperties?: Shape | boolean
  anyOf?: Shape[]
  oneOf?: Shape[]
  allOf?: Shape[]
}

/** A value as code in Markdown. */
export function code(value: unknown): string {
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``
}

/** A text that can stand in a cell of a table. */
export function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|')
}
