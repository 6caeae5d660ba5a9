import { createContext, use } from 'react'
import type { ReactNode } from 'react'
import type { Change } from './fields/field-props.ts'
import type { Setting } from './inputs.ts'
import type { SurveyFacts } from './survey-facts.ts'
import type { Edits, OnSetting } from './use-edits.ts'
import type { SettingPath } from './values.ts'

/** The indicators of the configuration that a form may set up, and where their changes go. */
export interface IndicatorEdits {
  /** The section `indicators` of the configuration. */
  settings: Readonly<Record<string, unknown>>
  /** Its path begins with the name of the indicator. */
  onChange: OnSetting
}

/** What every field of a form uses. */
export interface FormParts {
  edits: Edits
  facts: SurveyFacts
  /** A new component of a kind, with what its settings begin with. */
  newComponent: (kind: string) => unknown
  /** Draws settings one below the other; a field that has settings inside cannot import what draws it. */
  drawSettings: (settings: readonly Setting[], path: SettingPath, changeOf?: (key: string) => Change) => ReactNode
  /** Draws the settings of an indicator, inside what shows it. */
  indicatorForm?: ((name: string) => ReactNode) | undefined
}

/** The form that a field belongs to. */
export const FormContext = createContext<FormParts | null>(null)

/** The form that a field belongs to. Throws outside one. */
export function useFormParts(): FormParts {
  const parts = use(FormContext)
  if (parts === null) throw new Error('A field of settings stands outside a form')
  return parts
}
