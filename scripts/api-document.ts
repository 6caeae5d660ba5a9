/** A JSON object. */
export type Json = Record<string, unknown>

/** A parameter of a call. */
export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: unknown
  schema: Json
}

/** A call in an OpenAPI document. */
export interface Operation {
  operationId: string
  summary: string
  description: string
  security?: Json[]
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Json }
  responses: Record<string | number, { description: string; content: Record<string, { schema: Json }> }>
}

/** The parts of an OpenAPI document that pages are made of. */
export interface ApiDocument {
  openapi: string
  info: Json
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Json>; securitySchemes: Json }
}
