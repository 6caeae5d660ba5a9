import type { z } from 'zod'
import type { comment } from '@gensvar/contract/entities/comments'
import type { EditorComponentData, SampleEditorData } from '@gensvar/contract/entities/sample-editor'

/** Parts from top to bottom, each before the ones inside it. */
function* walk(parts: readonly EditorComponentData[]): Generator<EditorComponentData> {
  for (const part of parts) {
    yield part
    yield* walk(part.components ?? [])
  }
}

/** The types of an editor's parts. */
export function typesIn(data: SampleEditorData): Set<string> {
  return new Set([...walk(data.componentsData)].map((part) => part.componentDef.type))
}

/** The fields of an editor, each question once. */
export function fieldsIn(data: SampleEditorData): NonNullable<EditorComponentData['field']>[] {
  const fields = [...walk(data.componentsData)].flatMap(({ field }) => field ?? [])
  return [...new Map(fields.map((field) => [field.questionId, field])).values()]
}

/** The editor with a comment more. */
export function withComment(data: SampleEditorData, added: z.output<typeof comment>): SampleEditorData {
  const add = (part: EditorComponentData): EditorComponentData => ({
    ...part,
    ...(part.comments && { comments: [...part.comments, added] }),
    ...(part.components && { components: part.components.map(add) }),
  })
  return { ...data, componentsData: data.componentsData.map(add) }
}
