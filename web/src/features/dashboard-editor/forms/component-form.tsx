import { useMemo } from 'react'
import { checkSettings } from './check-settings.ts'
import { surveyProblems } from './survey-problems.ts'
import { FormContext } from './form-context.ts'
import type { FormParts, IndicatorEdits } from './form-context.ts'
import { KindFields } from './fields/component-field.tsx'
import { SettingsGroup } from './fields/settings-group.tsx'
import { IndicatorFields } from './indicator-fields.tsx'
import { componentOf } from './new-component.ts'
import { schemaOf } from './shapes.ts'
import type { SurveyFacts } from './survey-facts.ts'
import { useEdits } from './use-edits.ts'
import type { OnMove, OnSetting } from './use-edits.ts'
import { useTexts } from './texts.ts'
import classes from './forms.module.css'

export interface ComponentFormProps {
  /** The kind of component, `variable-block`. */
  kind: string
  /** The component's `config`, as it stands in the text. */
  value: unknown
  facts: SurveyFacts
  /**
   * Takes one setting at a time, by its path inside `config`; undefined removes it. The position after the last entry of a
   * list adds one. What does not fit is told at its field and does not come here.
   */
  onChange: OnSetting
  /** Moves an entry of the list at a path; without it, the whole list is changed. */
  onMove?: OnMove
  /** Lets tiles set up the indicator that they show, such as its goal. */
  indicators?: IndicatorEdits
}

/** The settings of a component as a form, made from the schema of its kind. */
export function ComponentForm({ kind, value, facts, onChange, onMove, indicators }: ComponentFormProps) {
  const t = useTexts()
  const schema = schemaOf(kind)
  const check = useMemo(
    () => (settings: unknown) => {
      if (schema === null) return { problems: [], unknown: [] }
      const { problems, unknown } = checkSettings(schema, settings)
      return { problems: [...problems, ...surveyProblems(kind, settings, facts)], unknown }
    },
    [schema, kind, facts],
  )
  const edits = useEdits({ value, check, onChange, onMove })
  const parts: FormParts = {
    edits,
    facts,
    drawSettings: (settings, path, changeOf) => <SettingsGroup {...{ settings, path, changeOf }} />,
    newComponent: (wanted) => componentOf(wanted, facts),
    indicatorForm: indicators && ((name) => <IndicatorFields key={name} name={name} facts={facts} {...indicators} />),
  }
  if (schema === null) return <p className={classes['note']}>{t('unknownKind', { name: kind })}</p>
  return (
    <FormContext value={parts}>
      <div className={classes['form']}>
        <KindFields kind={kind} path={[]} />
      </div>
    </FormContext>
  )
}
