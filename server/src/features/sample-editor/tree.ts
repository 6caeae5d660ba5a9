import { say } from '@gensvar/contract/say'
import { isComponentOf } from '@gensvar/contract/widgets/index'
import { isEditorPart, walkEditorParts } from '@gensvar/contract/widgets/sample-editor'
import type { EditorPart, EditorPartOf } from '@gensvar/contract/widgets/sample-editor'
import type { Ctx } from '#server/domain/context.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { AppError } from '#server/platform/errors.ts'
import { componentOf } from '#server/widgets/run-widget.ts'

/** The parts of a sample table's editor. Throws `not_found` for another component, or a table without an editor. */
export function editorOf(ctx: Ctx, access: SurveyAccess, id: string): readonly EditorPart[] {
  const { component } = componentOf(ctx, access, id)
  if (!isComponentOf(component, 'sample-table')) throw new AppError('not_found', say`"${id}" is not a sample table.`)
  const parts = component.config.sampleEditor
  if (parts.length === 0) throw new AppError('not_found', say`The sample table "${id}" has no editor.`)
  return parts
}

/** The parts of a type, those in groups included. */
export function partsOf<Type extends Parameters<typeof isEditorPart>[1]>(
  parts: readonly EditorPart[],
  type: Type,
): EditorPartOf<Type>[] {
  return [...walkEditorParts(parts)].filter((part): part is EditorPartOf<Type> => isEditorPart(part, type))
}

/** The button of a type and name. Throws `validation` where the editor has none. */
export function buttonOf<Type extends 'state-button' | 'mail-action-button' | 'push-campaign-button'>(
  parts: readonly EditorPart[],
  type: Type,
  extname: string,
): EditorPartOf<Type> {
  const button = partsOf(parts, type).find((part) => 'extname' in part && part.extname === extname)
  if (!button)
    throw new AppError('validation', say`The editor has no button "${extname}".`, {
      extname: say`unknown`,
    })
  return button
}
