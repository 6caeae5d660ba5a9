import { z } from 'zod'
import { extName, variableName } from '../configuration/names.ts'
import { sampleListExample, sampleListResponse } from '../entities/samples.ts'
import { localText } from '../local-text.ts'
import { pageQuery } from '../paging.ts'
import { pathParam } from '../request-texts.ts'
import { column } from './column.ts'
import { componentBase, defineWidget } from './define-widget.ts'
import { inStates } from './example-states/in-states.ts'
import { rankingStates } from './example-states/ranking-states.ts'
import { sampleEditor } from './sample-editor.ts'

const actionName = extName.describe('Name of the button, once in the component.')
const buttonText = localText.describe('Text of the button.')

const createAction = z.strictObject({ extname: actionName, title: buttonText })

const copyAction = z.strictObject({
  extname: actionName,
  title: buttonText,
  eventdate: z.boolean().default(true).describe("Asks for the copy's event date."),
  fields: z.array(variableName).default([]).describe('Answers taken over from the original.'),
  comments: z.boolean().default(false).describe('Asks for a comment.'),
})

const mailAction = z.strictObject({
  extname: actionName,
  template: extName.describe('Name of the message template.'),
  title: buttonText.optional(),
})

/** Incomplete responses below a place. */
export const sampleTable = defineWidget({
  type: 'sample-table',
  title: 'Sample table',
  description: 'The responses below the place, to be searched, opened, edited, copied and written to.',
  sizes: [8, 12],
  config: z.strictObject({
    ...componentBase,
    columns: z.array(column).min(1).describe('Columns of the responses.'),
    sortBy: variableName.default('eventdate').describe('Column sorted by at first.'),
    sortDesc: z.boolean().default(true).describe('Largest value first.'),
    rowsPerPage: z.int().min(1).max(1000).default(50).describe('Rows of a page at first.'),
    rowsPerPageOptions: z
      .array(z.int().min(1).max(1000))
      .min(1)
      .default([25, 50, 100])
      .describe('Page sizes to choose from.'),
    enableDownload: z.boolean().default(false).describe('Offers the table as a report.'),
    useCore: z.boolean().default(false).describe('Lets root users delete all samples the table shows.'),
    sampleView: z.boolean().default(true).describe("Offers the sample page in a row's menu."),
    eventSources: z.array(extName).default([]).describe('Kinds of event whose samples are listed; all where empty.'),
    createActions: z.array(createAction).default([]).describe('Buttons that make a sample.'),
    copyActions: z.array(copyAction).default([]).describe('Buttons that copy a sample.'),
    mailActions: z.array(mailAction).default([]).describe('Buttons that lead to a new campaign.'),
    sampleEditor: sampleEditor.default([]).describe('Parts of the editor a row opens; none leaves the editor out.'),
  }),
  calls: {
    data: {
      /** `extraPaths` are further filters, as tokens of a drill path. */
      params: pageQuery.extend({ extraPaths: pathParam.default('') }),
      response: sampleListResponse,
    },
  },
  example: {
    config: {
      id: 'customers',
      size: 12,
      columns: ['customer', 'store', 'eventdate', 'state'],
      createActions: [{ extname: 'new', title: { en: 'New customer' } }],
      copyActions: [{ extname: 'followup', title: { en: 'Follow up' }, fields: ['store', 'customer'] }],
      mailActions: [{ extname: 'invite', template: 'invitation' }],
      sampleEditor: [{ type: 'header', highlighted: ['customer'], main: 'overall' }, { type: 'update-button' }],
    },
    responses: { data: sampleListExample },
    states: inStates((state) => ({ data: { ...sampleListExample, ...rankingStates[state] } })),
  },
})
