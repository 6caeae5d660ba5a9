import type { z } from 'zod'
import { removeImportSet } from '@gensvar/contract/imports'
import { newSurveyOptions } from '@gensvar/contract/new-survey-plan'
import {
  cancelNewSurvey,
  checkNewSurvey,
  createNewSurvey,
  getNewSurveySetting,
  getNewSurveyStatus,
  listSurveyFiles,
  removeSurveyFile,
  saveNewSurveySetting,
  uploadSurveyFile,
} from '@gensvar/contract/new-survey'
import type { NewSurveyCheck, NewSurveyOptions } from '@gensvar/contract/new-survey-plan'
import { serve } from '#web/testing/serve.ts'
import type { Served } from '#web/testing/serve.ts'

type File = z.input<typeof uploadSurveyFile.response>
type Status = z.input<typeof getNewSurveyStatus.response>
type Column = NewSurveyCheck['columns'][number]

const uploadId = '6b7f9b1e-3c1d-4a56-9d0f-2f6a1f0f7a10'

/** A file that was uploaded. */
export function uploadedFile(change: Partial<File> = {}): File {
  return {
    uploadId,
    filename: 'stores.csv',
    size: 24_300,
    created: '2026-11-22T08:00:00Z',
    format: 'csv',
    sheets: [],
    survey: 'stores',
    title: 'Stores',
    columns: [
      { index: 0, name: 'Region', firstRow: 'North' },
      { index: 1, name: 'Store', firstRow: 'Storgatan' },
      { index: 2, name: 'Overall satisfaction', firstRow: '5' },
      { index: 3, name: 'Comfort', firstRow: '0' },
    ],
    lastImportId: null,
    ...change,
  }
}

function column(index: number, name: string, change: Partial<Column> = {}): Column {
  return {
    index,
    parts: [],
    name,
    variable: name.toLowerCase().replaceAll(' ', '_'),
    title: name,
    type: 'single',
    typeText: 'one choice',
    min: null,
    max: null,
    range: 'North, South',
    blanks: 0,
    distinct: '2',
    roles: [],
    roleText: '',
    examples: ['North', 'South'],
    warnings: [],
    leftOut: false,
    ...change,
  }
}

/** What is understood of the file with some options: those that the tests change show in it. */
export function understood(options: NewSurveyOptions): NewSurveyCheck {
  const hierarchy = options.hierarchy ?? [0, 1]
  const zeros = options.decisions.find(({ id }) => id === 'below:comfort')?.choice
  const level = (index: number): Partial<Column> => {
    const at = hierarchy.indexOf(index)
    return at < 0 ? {} : { roles: ['level'], roleText: `level ${at + 1}` }
  }
  const scale: Partial<Column> = {
    type: 'scale',
    typeText: 'scale 1-5',
    min: 1,
    max: 5,
    range: '1-5',
    examples: ['5', '4'],
  }
  const all = [
    column(0, 'Region', level(0)),
    column(1, 'Store', { ...level(1), range: 'Storgatan, Torget', examples: ['Storgatan', 'Torget'] }),
    column(2, 'Overall satisfaction', { ...scale, roles: ['main'], roleText: 'overall question', blanks: 12 }),
    column(3, 'Comfort', {
      ...scale,
      range: '0-5',
      warnings: [{ message: '10 answers are 0.', row: null, column: 'Comfort', field: null, doubt: 'below:comfort' }],
    }),
  ].map((one) => {
    const set = options.columns.find(({ index }) => index === one.index)
    return {
      ...one,
      ...(set?.title !== undefined && { title: set.title }),
      ...(set?.type !== undefined && { type: set.type, typeText: `chosen: ${set.type}` }),
      ...(set?.leftOut === true && { leftOut: true, type: null }),
    }
  })
  const titleOf = (index: number) => all[index]?.title ?? ''
  return {
    rows: 1200,
    sheet: null,
    sheets: [],
    headerRows: 1,
    columns: all,
    notes: [{ message: 'No column holds dates.', row: null, column: null, field: 'date', doubt: null }],
    doubts: [
      {
        id: 'below:comfort',
        kind: 'below',
        variable: 'comfort',
        title: 'Comfort',
        words: '10 of 1,200 answers are 0, which looks like "not rated" on a scale 1-5.',
        choices: [
          { name: 'counted', label: 'Count them' },
          { name: 'blank', label: 'Leave them out' },
        ],
        chosen: zeros ?? 'blank',
        isDecided: zeros !== undefined,
      },
    ],
    suggestedKey: null,
    hierarchy,
    date: options.date,
    dateFormat: null,
    key: options.key,
    main: 2,
    page: {
      title: options.title,
      period: { from: '2026-01-01', to: '2026-03-31' },
      responses: 1200,
      tiles: [
        {
          name: 'overall_satisfaction',
          title: 'Overall satisfaction',
          value: 4.2,
          n: 1188,
          unit: '',
          decimals: 2,
          min: 1,
          max: 5,
        },
        {
          name: 'comfort',
          title: 'Comfort',
          value: zeros === 'counted' ? 2.75 : 3,
          n: zeros === 'counted' ? 1200 : 1190,
          unit: '',
          decimals: 2,
          min: 1,
          max: 5,
        },
      ],
      charts: [{ type: 'development-chart', variables: ['Overall satisfaction'] }],
      filters: [{ variable: 'region', title: 'Region' }],
      levels: hierarchy.map((index) => ({ variable: all[index]?.variable ?? '', title: titleOf(index), units: 2 })),
      pages: [{ name: 'overview', title: 'Overview' }],
    },
  }
}

interface Options {
  files?: File[]
  /** What is answered of a run instead of a check that is done. */
  statusOf?: (options: NewSurveyOptions, isCreation: boolean) => Partial<Status>
}

/** A server that understands files and makes surveys of them; what it was asked is in the application's calls. */
export function newSurveyServer({ files: given = [], statusOf }: Options = {}) {
  let files = given
  let administrators = false
  const runs = new Map<number, { options: NewSurveyOptions; isCreation: boolean; isCancelled: boolean }>()
  const start =
    (isCreation: boolean) =>
    ({ body }: { body: unknown }) => {
      const importId = runs.size + 1
      runs.set(importId, { options: newSurveyOptions.parse(body), isCreation, isCancelled: false })
      return { importId }
    }
  const served: Served[] = [
    serve(listSurveyFiles, () => ({ files })),
    serve(uploadSurveyFile, ({ query }) => {
      const file = uploadedFile({ filename: query['filename'] ?? '' })
      files = [file, ...files]
      return file
    }),
    serve(removeSurveyFile, ({ params }) => {
      files = files.filter((file) => file.uploadId !== params['uploadId'])
      return { ok: true }
    }),
    serve(checkNewSurvey, start(false)),
    serve(createNewSurvey, start(true)),
    serve(cancelNewSurvey, ({ params }) => {
      const run = runs.get(Number(params['importId']))
      if (run !== undefined) run.isCancelled = true
      return { ok: true }
    }),
    serve(getNewSurveyStatus, ({ params }): Status => {
      const importId = Number(params['importId'])
      const run = runs.get(importId)
      if (run === undefined) throw new Error(`No run ${importId} was started`)
      const { options, isCreation, isCancelled } = run
      const other = statusOf?.(options, isCreation)
      return {
        importId,
        state: isCancelled ? 'cancelled' : 'done',
        progress: null,
        error: null,
        options,
        check: isCreation || isCancelled ? null : understood(options),
        problems: [],
        created:
          isCreation && !isCancelled
            ? { universe: 'retail', survey: options.survey, ninterviews: 1200, importSetId: 7, openDoubts: 1 }
            : null,
        ...(!isCancelled && other),
      }
    }),
    serve(getNewSurveySetting, () => ({ administrators })),
    serve(saveNewSurveySetting, ({ body }) => {
      administrators = (body as { administrators: boolean }).administrators
      return { administrators }
    }),
    serve(removeImportSet, { ok: true, surveyRemoved: true }),
  ]
  return { served, uploadId }
}
