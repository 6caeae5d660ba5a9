import { Autocomplete, Button, SegmentedControl, Select, Switch, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { mergeTagsQuery } from '../queries.ts'
import { useTexts } from '../texts.ts'
import { shownValue, writtenValue } from './attribute-text.ts'
import { betweenName } from './design-tree.ts'
import { fieldsOf } from './elements.ts'
import type { ElementField } from './elements.ts'
import { useElementName } from './structure.tsx'
import { useDesigner } from './use-designer.ts'
import type { DesignerSession } from './designer-session.ts'
import classes from './designer.module.css'

interface Props {
  session: DesignerSession
  survey: string
  /** Asks for an image; what is chosen is set at the attribute. */
  chooseImage: (attribute: string) => void
}

/** Settings and style of the selected part: what mail programs can show. */
export function ElementSettings({ session, survey, chooseImage }: Props) {
  const t = useTexts()
  const { part, selected } = useDesigner(session)
  const name = useElementName(part?.name ?? '')
  const fields = part ? fieldsOf(part.name) : []
  return (
    <section aria-label={t('partSettings')} className={classes['settings']}>
      <h3 className={classes['heading']}>{part ? t('settingsOf', { name }) : t('partSettings')}</h3>
      {part === null && <p className={classes['hint']}>{t('nothingSelected')}</p>}
      {part?.name === betweenName && (
        <Draft
          key={selected.join('.')}
          label={t('element_between')}
          value={part.content ?? ''}
          done={(content) => session.setContent(content)}
        />
      )}
      {part !== null && part.name !== betweenName && fields.length === 0 && (
        <p className={classes['hint']}>{t('noSettings')}</p>
      )}
      {fields.map((field) => (
        <Field
          key={`${selected.join('.')} ${field.name}`}
          field={field}
          survey={survey}
          value={part?.attributes[field.name]}
          set={(value) => void session.setAttribute(field.name, value)}
          chooseImage={() => chooseImage(field.name)}
        />
      ))}
    </section>
  )
}

interface FieldProps {
  field: ElementField
  survey: string
  /** As written in the markup; undefined where it is not set. */
  value: string | undefined
  set: (value: string | null) => void
  chooseImage: () => void
}

function Field({ field, survey, value, set, chooseImage }: FieldProps) {
  const t = useTexts()
  const label = t(`field_${field.name}`)
  const given = value === undefined ? '' : shownValue(value)
  const write = (text: string) => set(text.trim() === '' ? null : writtenValue(text.trim()))
  switch (field.kind) {
    case 'colour':
      return <Colour label={label} value={given} write={write} />
    case 'length':
      return <Draft label={label} value={given} placeholder={t('usual')} done={(text) => write(withUnits(text))} />
    case 'text':
      return <Draft label={label} value={given} placeholder={t('usual')} done={write} />
    case 'address':
      return <Address label={label} survey={survey} value={given} write={write} />
    case 'alt':
      return <AltText label={label} value={value} set={set} />
    case 'image':
      return (
        <div className={classes['field']}>
          <span className={classes['label']}>{label}</span>
          {given !== '' && <img className={classes['thumb']} src={given} alt="" />}
          <Button size="xs" variant="default" onClick={chooseImage}>
            {t('chooseImage')}
          </Button>
        </div>
      )
    case 'align':
      return <Choice label={label} value={given} write={write} values={['left', 'center', 'right']} />
    case 'vertical':
      return <Choice label={label} value={given} write={write} values={['top', 'middle', 'bottom']} />
    case 'mode':
      return <Choice label={label} value={given} write={write} values={['horizontal', 'vertical']} />
    case 'line':
      return (
        <Select
          label={label}
          placeholder={t('usual')}
          clearable
          value={given === '' ? null : given}
          data={(['solid', 'dashed', 'dotted'] as const).map((line) => ({ value: line, label: t(`value_${line}`) }))}
          onChange={(line) => set(line)}
        />
      )
    case 'wide':
      return (
        <Switch
          label={label}
          checked={given === 'full-width'}
          onChange={(event) => set(event.currentTarget.checked ? 'full-width' : null)}
        />
      )
  }
}

interface DraftProps {
  label: string
  value: string
  placeholder?: string
  /** Called with the text when it is complete: the field is left, or Enter pressed. */
  done: (text: string) => void
}

/** A text that is used when it is complete. */
function Draft({ label, value, placeholder, done }: DraftProps) {
  const [draft, setDraft] = useState<string | null>(null)
  const finish = () => {
    if (draft !== null && draft !== value) done(draft)
    setDraft(null)
  }
  return (
    <TextInput
      label={label}
      placeholder={placeholder}
      value={draft ?? value}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={finish}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        // The form is not sent by it.
        event.preventDefault()
        finish()
      }}
    />
  )
}

function Colour({ label, value, write }: { label: string; value: string; write: (text: string) => void }) {
  const t = useTexts()
  const isHex = /^#[\da-f]{6}$/i.test(value)
  const id = useId()
  return (
    <div className={classes['colour']}>
      <Draft label={label} value={value} placeholder={t('usual')} done={write} />
      <input
        id={id}
        type="color"
        aria-label={t('pickColour', { name: label })}
        className={classes['swatch']}
        value={isHex ? value : '#ffffff'}
        onChange={(event) => write(event.currentTarget.value)}
      />
    </div>
  )
}

function Address({
  label,
  survey,
  value,
  write,
}: {
  label: string
  survey: string
  value: string
  write: (text: string) => void
}) {
  const { data } = useQuery(mergeTagsQuery(survey))
  const [draft, setDraft] = useState<string | null>(null)
  const links = data?.tags.filter(({ isLink }) => isLink).map(({ name }) => `{{${name}}}`) ?? []
  return (
    <Autocomplete
      label={label}
      data={links}
      filter={({ options }) => options}
      value={draft ?? value}
      onChange={setDraft}
      onOptionSubmit={(link) => {
        write(link)
        setDraft(null)
      }}
      onBlur={() => {
        if (draft !== null && draft !== value) write(draft)
        setDraft(null)
      }}
    />
  )
}

/** What an image shows; one that is decoration has an empty text, which says so to screen readers. */
function AltText({ label, value, set }: { label: string; value: string | undefined; set: FieldProps['set'] }) {
  const t = useTexts()
  const isDecoration = value === ''
  return (
    <>
      {!isDecoration && (
        <Draft
          label={label}
          value={shownValue(value ?? '')}
          done={(text) => set(text.trim() === '' ? null : writtenValue(text.trim()))}
        />
      )}
      <Switch
        label={t('decoration')}
        checked={isDecoration}
        onChange={(event) => set(event.currentTarget.checked ? '' : null)}
      />
    </>
  )
}

type Value = 'left' | 'center' | 'right' | 'top' | 'middle' | 'bottom' | 'horizontal' | 'vertical'

function Choice({
  label,
  value,
  write,
  values,
}: {
  label: string
  value: string
  write: (text: string) => void
  values: readonly Value[]
}) {
  const t = useTexts()
  return (
    <div className={classes['field']}>
      <span className={classes['label']}>{label}</span>
      <SegmentedControl
        aria-label={label}
        size="xs"
        fullWidth
        value={value}
        onChange={write}
        data={[{ value: '', label: t('usual') }, ...values.map((one) => ({ value: one, label: t(`value_${one}`) }))]}
      />
    </div>
  )
}

/** Lengths with their unit: a number alone is meant in pixels. */
function withUnits(text: string): string {
  return text.trim().replaceAll(/(^|\s)(\d+(?:\.\d+)?)(?=\s|$)/g, '$1$2px')
}
