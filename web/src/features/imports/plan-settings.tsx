import { Checkbox, NativeSelect } from '@mantine/core'
import type { NewSurveyCheck, NewSurveyOptions } from '@gensvar/contract/new-survey-plan'
import { Card } from '#web/ui/card.tsx'
import { fieldPlace } from './field-place.ts'
import classes from './new-survey.module.css'
import { columnTitle, isPlain } from './planned-columns.ts'
import { useTexts } from './texts.ts'
import type { ChangeOptions, PlanProblem, SurveyFile } from './use-new-survey.ts'

/** Ways to write dates that are offered; the one in force is always among them. */
const dateFormats = ['dd/mm/yyyy', 'mm/dd/yyyy', 'dd.mm.yyyy', 'yyyy-mm-dd', 'yyyymmdd', 'excel']

/** Rows at the top without answers that can be chosen. */
const headerRows = [1, 2, 3, 4, 5, 6]

interface Props {
  file: SurveyFile
  understood: { check: NewSurveyCheck | null; problems: readonly PlanProblem[] }
  options: NewSurveyOptions
  onChange: ChangeOptions
}

/** Fields that notes and problems speak of. */
function fieldsTold({ check, problems }: Props['understood']): Set<string> {
  const notes = [...(check?.notes ?? []), ...(check?.columns.flatMap(({ warnings }) => warnings) ?? [])]
  return new Set([...notes.flatMap(({ field }) => field ?? []), ...problems.flatMap(({ fields }) => fields)])
}

/** How the file as a whole is read: which columns are date, key and overall question, and what the file asks besides. */
export function PlanSettings({ file, understood, options, onChange }: Props) {
  const t = useTexts()
  const { check } = understood
  const told = fieldsTold(understood)
  const sheets = check?.sheets ?? file.sheets
  const columns = check?.columns.filter(isPlain) ?? []
  const named =
    columns.length > 0
      ? columns.map(({ index, title }) => ({ value: String(index), label: title }))
      : file.columns.map(({ index, name }) => ({ value: String(index), label: name || String(index + 1) }))
  const asText = (value: number | null) => (value === null ? '' : String(value))
  const asNumber = (value: string) => (value === '' ? null : Number(value))
  const found = (index: number | null | undefined) =>
    index == null || check === null ? t('byItself') : t('foundColumn', { name: columnTitle(check.columns, index) })
  const format = options.dateFormat ?? check?.dateFormat ?? null
  const formats = format === null || dateFormats.includes(format) ? dateFormats : [format, ...dateFormats]
  return (
    <Card title={t('settingsTitle')} subtitle={t('settingsText')}>
      <div className={classes['settings']}>
        <NativeSelect
          id={fieldPlace('main')}
          label={t('main')}
          value={asText(options.main)}
          data={[{ value: '', label: found(check?.main) }, ...named]}
          onChange={({ currentTarget }) => onChange({ main: asNumber(currentTarget.value) })}
        />
        <NativeSelect
          id={fieldPlace('date')}
          label={t('date')}
          value={asText(options.date)}
          data={[{ value: '', label: found(check?.date) }, ...named]}
          onChange={({ currentTarget }) => onChange({ date: asNumber(currentTarget.value) })}
        />
        {(check?.date != null || options.date !== null || told.has('dateFormat')) && (
          <NativeSelect
            id={fieldPlace('dateFormat')}
            label={t('dateFormat')}
            value={options.dateFormat ?? ''}
            data={[
              {
                value: '',
                label: check?.dateFormat == null ? t('byItself') : t('foundColumn', { name: check.dateFormat }),
              },
              ...formats,
            ]}
            onChange={({ currentTarget }) => onChange({ dateFormat: currentTarget.value || null })}
          />
        )}
        <NativeSelect
          id={fieldPlace('key')}
          label={t('key')}
          value={asText(options.key)}
          data={[{ value: '', label: t('noKey') }, ...named]}
          onChange={({ currentTarget }) => onChange({ key: asNumber(currentTarget.value) })}
        />
        {sheets.length > 1 && (
          <NativeSelect
            id={fieldPlace('sheet')}
            label={t('sheet')}
            value={options.sheet ?? check?.sheet ?? ''}
            data={[
              ...(options.sheet === null && check?.sheet == null ? [{ value: '', label: t('byItself') }] : []),
              ...sheets,
            ]}
            // Another sheet has other columns.
            onChange={({ currentTarget }) =>
              onChange({ ...freshColumns, sheet: currentTarget.value || null, headerRows: null })
            }
          />
        )}
        <NativeSelect
          id={fieldPlace('headerRows')}
          label={t('headerRows')}
          value={asText(options.headerRows)}
          data={[
            { value: '', label: check === null ? t('byItself') : t('foundColumn', { name: String(check.headerRows) }) },
            ...headerRows.map(String),
          ]}
          onChange={({ currentTarget }) => onChange({ headerRows: asNumber(currentTarget.value) })}
        />
        {(told.has('repeated') || options.repeated !== null) && (
          <NativeSelect
            id={fieldPlace('repeated')}
            label={t('repeated')}
            value={options.repeated ?? ''}
            data={[
              { value: '', label: t('repeatedOpen') },
              { value: 'first', label: t('repeatedFirst') },
              { value: 'last', label: t('repeatedLast') },
              { value: 'all', label: t('repeatedAll') },
            ]}
            onChange={({ currentTarget }) =>
              onChange({ repeated: (currentTarget.value || null) as NewSurveyOptions['repeated'] })
            }
          />
        )}
        {(told.has('include') || options.include.length > 0) && (
          <Checkbox.Group
            id={fieldPlace('include')}
            label={t('include')}
            value={options.include}
            onChange={(include) => onChange({ include: include as NewSurveyOptions['include'] })}
          >
            <div className={classes['checks']}>
              <Checkbox value="unfinished" label={t('includeUnfinished')} />
              <Checkbox value="preview" label={t('includePreview')} />
            </div>
          </Checkbox.Group>
        )}
      </div>
    </Card>
  )
}

/** Choices that name columns by their positions, back to what is inferred. */
const freshColumns: Partial<NewSurveyOptions> = {
  hierarchy: null,
  date: null,
  dateFormat: null,
  key: null,
  main: null,
  columns: [],
  decisions: [],
}
