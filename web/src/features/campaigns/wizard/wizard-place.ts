import { queryOptions, keepPreviousData } from '@tanstack/react-query'
import { getCampaignInfo, renderNewMail } from '@gensvar/contract/campaigns'
import { renderNewLetter } from '@gensvar/contract/letters'
import type { listNewRecipients } from '@gensvar/contract/campaigns'
import type { campaignDraft } from '@gensvar/contract/entities/campaigns'
import type { z } from 'zod'
import { call } from '#web/api.ts'
import type { Answer, CallInput } from '#web/api.ts'
import type { SendingType } from '#web/widgets/campaign/campaign-form.ts'
import type { Message } from '#web/ui/message-preview/message-preview.tsx'

/** What the wizard sends. */
export type DraftBody = z.input<typeof campaignDraft>

/** Whom a new campaign is about: a mail action at a place. */
export interface WizardPlace {
  survey: string
  mailAction: string
  drillPath: string
}

/** Which of the people there: mail filters that are on (null for those that are on by default), samples taken out by hand. */
export interface Chosen {
  filters: readonly string[] | null
  deleted: readonly number[]
}

/** What a new campaign can be made of. */
export type Info = Answer<typeof getCampaignInfo>

/** Somebody the campaign would write to. */
export type Recipient = Answer<typeof listNewRecipients>['rows'][number]

/** What is fetched for a new campaign begins with it. */
export const wizardKey = ['new-campaign']

/** The query that every call of the wizard has. */
export function chosenQuery(info: Info, { filters, deleted }: Chosen) {
  return { filters: filtersOn(info, filters).join(','), deletedRecipients: deleted.join(',') }
}

/** Names of the mail filters that are on. */
export function filtersOn(info: Info, filters: readonly string[] | null): readonly string[] {
  return filters ?? info.mailFilters.filter(({ defaultEnabled }) => defaultEnabled).map(({ extname }) => extname)
}

/** What a new campaign can be made of, and whom it would reach. */
export const infoQuery = (
  at: WizardPlace,
  sendingType: SendingType | undefined,
  ways: readonly SendingType[],
  { filters, deleted }: Chosen,
) =>
  queryOptions({
    queryKey: [...wizardKey, 'info', at, sendingType ?? '', ways, filters, deleted],
    queryFn: ({ signal }) =>
      call(
        getCampaignInfo,
        {
          params: { ...at },
          query: {
            ...{ filters: filters?.join(',') ?? '', deletedRecipients: deleted.join(','), sendingType },
            ...{ ways: ways.join(',') },
            ...(filters === null && { initial: 'true' }),
          },
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { quiet: true },
  })

/** What one recipient would get: of the template that is sent by the way they are reached by. */
export function newMailQuery(
  at: WizardPlace,
  draft: DraftBody,
  recipient: Pick<Recipient, 'id' | 'sendingType'> | null,
) {
  const sendingType = recipient?.sendingType ?? draft.sendingType
  // A text message to the app has the template of text messages.
  const type = sendingType === 'PUSH' ? 'SMS' : sendingType
  const way = draft.ways?.find((one) => one.sendingType === type) ?? draft
  return renderQuery(at, {
    ...{ template: way.templateId ?? 0, sampleId: recipient?.id ?? 0, sendingType: type, fromName: way.fromName ?? '' },
    // A call is said in the language that was chosen for it.
    ...(type === 'PHONE' && way.selectedLocale && { language: way.selectedLocale }),
  })
}

const renderQuery = (at: WizardPlace, query: CallInput<typeof renderNewMail>['query']) =>
  queryOptions({
    queryKey: [...wizardKey, 'mail', at, query],
    async queryFn({ signal }): Promise<Message> {
      if (query.sendingType !== 'LETTER') return call(renderNewMail, { params: { ...at }, query }, { signal })
      const { template, sampleId } = query
      const letter = { params: { ...at }, query: { template, sampleId } }
      return { subject: '', html: '', text: '', ...(await call(renderNewLetter, letter, { signal })) }
    },
    meta: { quiet: true },
  })
