import type { SettingPath } from '../values.ts'

/** Takes the new value of a field, or of a key inside it; undefined removes it. */
export type Change = (value: unknown, below?: SettingPath) => void

/** What each kind of field is given. */
export interface FieldProps {
  /** The setting's id, by which its texts are found. */
  id: string
  path: SettingPath
  value: unknown
  change: Change
  label: string
  description: string | undefined
  error: string | undefined
  required: boolean
  /** What holds where nothing is set. */
  standard: unknown
}

/** The parts of a field that every input of the component library takes. */
export function inputProps({ path, label, description, error, required }: FieldProps) {
  return { 'data-path': path.join('.'), label, description, error, required }
}
