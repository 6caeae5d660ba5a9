import type { editorComponentData } from '@gensvar/contract/entities/sample-editor'
import { isEditorPart } from '@gensvar/contract/widgets/sample-editor'
import type { EditorPart, EditorPartOf } from '@gensvar/contract/widgets/sample-editor'
import type { z } from 'zod'
import { fieldText } from '#server/domain/cases/case-text.ts'
import { mailTrackingOf } from '#server/domain/cases/case-mails.ts'
import { fieldOf, plainField } from '#server/domain/samples/fields.ts'
import { sampleComments } from './comments.ts'
import type { EditorReading } from './edited-sample.ts'
import { panelOf } from './panel.ts'

type PartData = z.infer<typeof editorComponentData>

/** The parts of an editor with what they show of a sample. A part of an unknown type shows nothing. */
export function fillParts(reading: EditorReading, parts: readonly EditorPart[]): Promise<PartData[]> {
  return Promise.all(parts.map((part) => fillPart(reading, part)))
}

async function fillPart(reading: EditorReading, part: EditorPart): Promise<PartData> {
  const { ctx, source, row, canEdit } = reading
  if (isEditorPart(part, 'group')) {
    const { components, ...componentDef } = part
    return { componentDef, components: await fillParts(reading, components) }
  }
  if (isEditorPart(part, 'variable')) {
    const field = fieldOf(source, row, fieldDef(part), { readOnly: !canEdit })
    return field ? { componentDef: part, field } : { componentDef: part }
  }
  if (isEditorPart(part, 'comments')) return { componentDef: part, comments: await sampleComments(ctx, row.id) }
  if (isEditorPart(part, 'mails')) {
    const mails = await mailTrackingOf(ctx, source.access, row, { related: part.relatedMailTracking })
    return { componentDef: part, mails }
  }
  if (isEditorPart(part, 'table'))
    return { componentDef: part, table: await panelOf({ ctx, model: source.access.model, row }, part) }
  if (isEditorPart(part, 'header')) return { componentDef: part, header: headerOf(reading, part) }
  return { componentDef: part }
}

/** A question of the editor, as the sample page configures its fields. */
export function fieldDef({ question, optional }: EditorPartOf<'variable'>) {
  return plainField(question, optional)
}

/** Highlighted answers and the main one; those without a value are left out. */
function headerOf(
  { ctx, source, row }: EditorReading,
  { highlighted, main }: EditorPartOf<'header'>,
): NonNullable<PartData['header']> {
  const labelled = (name: string) => {
    const value = fieldText(source.access.model, row, name, ctx.locale)
    const label = fieldOf(source, row, plainField(name), { readOnly: true })?.title ?? name
    return value === '' ? [] : [{ label, value }]
  }
  return { highlighted: highlighted.flatMap(labelled), main: (main === undefined ? [] : labelled(main))[0] ?? null }
}
