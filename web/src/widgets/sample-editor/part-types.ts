import type { EditorComponentData } from '@gensvar/contract/entities/sample-editor'
import type { editorPartTypes, EditorPartOf } from '@gensvar/contract/widgets/sample-editor'

/** The types of parts that an editor can hold. */
export type KnownPart = (typeof editorPartTypes)[number]

/** A part of a type: as configured, and with the data it shows. */
export type PartOf<Type extends KnownPart> = Omit<EditorComponentData, 'componentDef'> & {
  componentDef: EditorPartOf<Type>
}
