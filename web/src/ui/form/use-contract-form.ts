import { useForm } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { Route } from '@gensvar/contract/define-route'
import { call } from '#web/api.ts'
import type { Answer, CallInput } from '#web/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { errorText } from '#web/lib/error-text.ts'
import { notifyDone, notifyError } from '../notify.tsx'
import { checkBody, prepareCheck } from './check-body.ts'
import { emptyAsNull, valueAt } from './field-path.ts'
import type { Draft, FieldPath, ValueAt } from './field-path.ts'
import { shownField } from './form-place.ts'
import { conflictingChanges, isStale, placeWrong, versionField, wrongFieldsOf } from './refusal.ts'
import type { ConflictingChange, Refusal } from './refusal.ts'
import { useUnsaved } from './use-unsaved.ts'
import type { Unsaved } from './use-unsaved.ts'

/** The body of a route. */
type Body<R extends Route> = z.input<R['body']>

/** Options of a form; `params` and `query` are those of the call. */
export type FormOptions<R extends Route> = Omit<CallInput<R>, 'body'> & {
  /** Initial values, including hidden ones. While the user has changed nothing, the form follows them. */
  initial: Draft<Body<R>>
  /** Called after saving; a promise it returns is awaited. */
  onSaved?: (answer: Answer<R>) => unknown
  /** Message after saving. */
  done?: (answer: Answer<R>) => string
  /** The form adds something: it is empty again after saving. */
  adds?: boolean
  /** Fetches the stored values, so that the form can offer a choice when somebody else saved in between. */
  latest?: () => Promise<Draft<Body<R>>>
  /**
   * Makes the body of the values when the form is sent, such as with what is not in the form (a token), or of those alone
   * that differ from `stored`: the values that the form was filled with. It may throw an ApiError with wrong fields.
   */
  complete?: (values: Draft<Body<R>>, stored: Draft<Body<R>>) => Promise<Draft<Body<R>>>
  /** False for a form that is quickly filled in again: its changes are lost without a question. */
  warns?: boolean
  /** Message for a failure; the usual one by default. */
  words?: (error: unknown) => string
  /** The path of the form's field that the server calls by another name, such as a question's. */
  fieldOf?: (name: string) => string
  /** Messages at fields are prescribed to the letter: a small first letter stays. */
  keepsLetters?: boolean
}

/** Props of a field, for any input of the component library. */
type FieldProps<Value> = {
  'data-path': string
  error: ReactNode
  onChange: (valueOrEvent: unknown) => void
  onFocus: () => void
  onBlur: () => void
} & ([Value] extends [boolean] ? { checked: boolean } : { value: Value })

/** What is different in one way of sending a form from another, where it has several buttons. */
export interface Sending<Values> {
  /** Values in place of those in the form. */
  body?: Partial<Values>
  query?: Readonly<Record<string, string>>
  /** Message after saving. */
  done?: string
}

/** Somebody else saved in between. */
export interface Conflict {
  /** Who has changed what, as the server says it. */
  words: string
  /** What they changed, if the server says it, else the fields that differ from the user's. */
  changes: readonly ConflictingChange[]
  /** Continues with what they saved; the user's changes are lost. */
  takeTheirs: () => void
  /** Overwrites what they saved. */
  saveMine: () => void
  /** Continues editing; the next attempt to save asks again. */
  dismiss: () => void
}

/** The state of a form that `<Form>` draws. */
interface FormState<Values> {
  /** The form on screen, which `attach` takes as its ref. */
  element: HTMLElement | null
  attach: (element: HTMLElement | null) => void
  sending: boolean
  /** The way in which it is being sent; null while it is not. */
  sendingNow: Sending<Values> | null
  refusal: Refusal | null
  conflict: Conflict | null
  unsaved: Unsaved
  submit: (sending?: Sending<Values>) => Promise<void>
}

/** A form over the body of a route. */
export interface ContractForm<Values> {
  /** The current values; an empty field is null or an empty text until the form is checked. */
  values: Values
  /**
   * Props for the input of a field: `<TextInput label={t('name')} {...form.field('name')} />`. A boolean gets
   * `checked`. `empty: null` is for a field that may be null: null is shown as empty, and empty is null.
   */
  field: {
    <Path extends FieldPath<Values>>(path: Path): FieldProps<ValueAt<Values, Path>>
    <Path extends FieldPath<Values>>(
      path: Path,
      options: { empty: null },
    ): FieldProps<NonNullable<ValueAt<Values, Path>> | ''>
  }
  /** Sets a field; null when nothing is chosen. */
  set: <Path extends FieldPath<Values>>(path: Path, value: ValueAt<Values, Path> | null) => void
  /** Resets to the stored values, without a question. */
  reset: () => void
  /** Runs an action that discards unsaved changes; asks first if there are any. */
  leave: (act: () => void) => void
  state: FormState<Values>
}

type Values = Record<string, unknown>

/**
 * A form that sends the body of a route. The body is first checked with the route's schema; errors of the schema or the
 * server are shown at their fields. Draw it with `<Form>` or `<FormDialog>`.
 */
export function useContractForm<R extends Route>(route: R, options: FormOptions<R>): ContractForm<Body<R>> {
  const initial = options.initial as Values
  const form = useForm<Values>({ initialValues: initial })
  const [element, attach] = useState<HTMLElement | null>(null)
  const stored = useRef(initial)
  const isBusy = useRef(false)
  const [sendingNow, setSendingNow] = useState<Sending<Body<R>> | null>(null)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [conflict, setConflict] = useState<(Pick<Conflict, 'words' | 'changes'> & { theirs: Values }) | null>(null)
  const lastSending = useRef<Sending<Body<R>>>({})
  const { leave, ...unsaved } = useUnsaved(() => options.warns !== false && form.isDirty(), reset)
  const wordsFor = options.words ?? errorText

  function fill(values: Values): void {
    stored.current = values
    form.setInitialValues(values)
    form.setValues(values)
    form.resetDirty()
  }

  function reset(values: Values = stored.current): void {
    fill(values)
    form.clearErrors()
    setRefusal(null)
  }

  const written = JSON.stringify(initial)
  const seen = useRef(written)
  useEffect(() => {
    if (seen.current === written) return
    seen.current = written
    stored.current = initial
    if (!form.isDirty()) fill(initial)
  })

  /** Shows errors at their fields, and those without a field in the summary. */
  function refuse(wrong: Readonly<Record<string, string>>, words: string): void {
    if (element?.isConnected !== true) return notifyError(words)
    const { fieldOf = (name: string) => name, keepsLetters } = options
    const named = Object.fromEntries(Object.entries(wrong).map(([name, said]) => [fieldOf(name), said]))
    const placed = placeWrong(element, named, keepsLetters)
    form.setErrors(placed.errors)
    const isSaid = placed.refusal.fields.length + placed.refusal.lines.length > 0
    setRefusal(isSaid ? placed.refusal : { fields: [], lines: [words] })
  }

  async function fail(error: unknown): Promise<void> {
    if (!isStale(error) || options.latest === undefined) return refuse(wrongFieldsOf(error), wordsFor(error))
    const theirs = (await options.latest()) as Values
    setConflict({
      theirs,
      words: wordsFor(error),
      changes: conflictingChanges(element, error, form.getValues(), theirs),
    })
  }

  /** The body that the form makes of its values. What it refuses is told together with what the schema does. */
  async function completedOf(values: Draft<Body<R>>): Promise<Draft<Body<R>>> {
    try {
      return (await options.complete?.(values, stored.current as Draft<Body<R>>)) ?? values
    } catch (error) {
      const refused = wrongFieldsOf(error)
      if (element === null || !(error instanceof ApiError) || Object.keys(refused).length === 0) throw error
      // The values are not complete yet, so the schema is asked about the fields on screen alone.
      const { wrong } = await checkBody(route, values)
      const shown = Object.entries(wrong).filter(([path]) => shownField(element, path) !== null)
      throw new ApiError(error.code, error.message, { fields: { ...Object.fromEntries(shown), ...refused } })
    }
  }

  async function send(sending: Sending<Body<R>>): Promise<void> {
    const values = { ...form.getValues(), ...sending.body } as Draft<Body<R>>
    const completed = await completedOf(values)
    const { body, wrong } = await checkBody(route, completed)
    const [first] = Object.values(wrong)
    if (first !== undefined) return refuse(wrong, first)
    const { query } = options as { query?: object }
    const answer = await call(route, { ...options, query: { ...query, ...sending.query }, body } as CallInput<R>)
    stored.current = form.getValues()
    form.resetDirty()
    try {
      await options.onSaved?.(answer)
    } catch (error) {
      // The form is saved; only `onSaved` failed.
      notifyError(error)
    }
    if (options.adds === true) reset(initial)
    const done = sending.done ?? options.done?.(answer)
    if (done !== undefined) notifyDone(done)
  }

  async function submit(sending: Sending<Body<R>> = {}): Promise<void> {
    if (isBusy.current) return
    isBusy.current = true
    lastSending.current = sending
    setSendingNow(sending)
    setRefusal(null)
    form.clearErrors()
    await send(sending)
      .catch(fail)
      .catch((error: unknown) => refuse({}, wordsFor(error)))
    isBusy.current = false
    setSendingNow(null)
  }

  function settle(theirs: Values, isMineSaved: boolean): void {
    setConflict(null)
    if (!isMineSaved) return reset(theirs)
    form.setFieldValue(versionField, theirs[versionField])
    void submit(lastSending.current)
  }

  function field(path: string, { empty }: { empty?: null } = {}) {
    const type = typeof valueAt(form.values, path) === 'boolean' ? 'checkbox' : 'input'
    const props = form.getInputProps(path, { type })
    const onFocus = () => {
      prepareCheck(route)
      props.onFocus()
    }
    if (empty === undefined) return { ...props, onFocus }
    const onChange = (given: unknown) => form.setFieldValue(path, emptyAsNull(given))
    return { ...props, onFocus, onChange, value: props.value ?? '' }
  }

  return {
    values: form.values as Body<R>,
    field: field as unknown as ContractForm<Body<R>>['field'],
    set: (path: string, value: unknown) => form.setFieldValue(path, value),
    reset: () => reset(),
    leave,
    state: {
      element,
      attach,
      sending: sendingNow !== null,
      sendingNow,
      refusal: refusal && { ...refusal, fields: refusal.fields.filter(({ path }) => path in form.errors) },
      conflict: conflict && {
        words: conflict.words,
        changes: conflict.changes,
        takeTheirs: () => settle(conflict.theirs, false),
        saveMine: () => settle(conflict.theirs, true),
        dismiss: () => setConflict(null),
      },
      unsaved,
      submit,
    },
  }
}
