import type { QuestionType } from '@gensvar/contract/entities/metadata'

/** What the name in a setting is the name of. */
export interface NameSource {
  /** A `figure` is an indicator or a question; a `column` besides a field of a response; a `component` one of the survey. */
  of: 'figure' | 'question' | 'column' | 'page' | 'view' | 'component'
  /** Types of question that fit; all where missing. */
  types?: readonly QuestionType[]
}

/** How the value of a setting is entered. */
export type SettingInput =
  | { kind: 'text' }
  | { kind: 'formula'; reads: 'expression' | 'rule' }
  | { kind: 'localText' }
  | { kind: 'number'; isWhole: boolean; least?: number; most?: number }
  /** A number that figures shall be at least, or at most where the setting `inverse` beside it is true. */
  | { kind: 'goal'; inverse: string }
  /** Entered with the goal. */
  | { kind: 'withGoal' }
  | { kind: 'choice'; values: readonly (string | number)[] }
  | { kind: 'switch' }
  | { kind: 'name'; source: NameSource }
  /** Several values in an order: of a choice, names, or texts and numbers as they are typed. */
  | { kind: 'several'; of: SeveralOf }
  /** Entries with settings of their own, which are added, moved and removed. */
  | { kind: 'list'; entry: SettingInput }
  | { kind: 'group'; settings: readonly Setting[] }
  /** A name, or the same name under `main` beside further settings. */
  | { kind: 'nameOrGroup'; main: string; settings: readonly Setting[] }
  /** Settings by the value of the key `by`. */
  | { kind: 'variants'; by: string; variants: readonly Variant[] }
  | { kind: 'component' }
  | { kind: 'nameOrComponent'; source: NameSource }
  /** Edited in the text of the configuration alone. */
  | { kind: 'written' }

/** What a list of plain values holds. */
export type SeveralOf =
  | { kind: 'choice'; values: readonly (string | number)[] }
  | { kind: 'name'; source: NameSource }
  | { kind: 'text' }
  | { kind: 'number' }

/** The settings that one of several kinds of entry has. */
export interface Variant {
  value: string
  settings: readonly Setting[]
}

/** A setting of a component, or of an entry of one of its lists. */
export interface Setting {
  key: string
  /** The kind of component and the keys that lead to it, `variable-block.blocks.title`: its texts are found by this. */
  id: string
  input: SettingInput
  isRequired: boolean
  /** What holds where it is not set. */
  standard?: unknown
}

/** What a form is made from: settings, or those of several variants. */
export type FormShape = Extract<SettingInput, { kind: 'group' | 'variants' }>
