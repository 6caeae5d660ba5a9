import { Autocomplete, Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { CampaignWay, campaignInfo } from '@gensvar/contract/entities/campaigns'
import { IconPlus } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { z } from 'zod'
import { OrderList } from '#web/ui/order-list.tsx'
import type { CampaignForm, SendingType } from './campaign-form.ts'
import classes from './campaign.module.css'
import { TemplateSelect, VoiceFields } from './sender-fields.tsx'
import { useTexts } from './texts.ts'
import type { ShownProblems } from './use-rules.ts'
import { voicesQuery } from './voices.ts'

type Offered = z.output<typeof campaignInfo>['otherWays'][number]

interface Props {
  survey: string
  form: CampaignForm
  problems: ShownProblems
  /** The ways that a campaign can go besides its own. */
  offered: readonly Offered[]
  /** Told which ways there are now, in order. */
  onTypes?: (types: SendingType[]) => void
}

/** The further ways of a campaign, for those whom its own cannot reach: in the order they are tried. */
export function WaysFields({ survey, form, problems, offered, onTypes }: Props) {
  const t = useTexts()
  const { ways = [], fromName = '', fixedRecipient = '' } = form.values
  const isCalling = ways.some(({ sendingType }) => sendingType === 'PHONE')
  const { data } = useQuery({ ...voicesQuery(survey), enabled: isCalling })
  const toFocus = useRef<string | null>(null)
  const place = useRef<HTMLFieldSetElement>(null)
  // What is to be focused is drawn by now: a way that was added, or where one can be added again.
  useEffect(() => {
    if (toFocus.current === null) return
    place.current?.querySelector<HTMLElement>(toFocus.current)?.focus()
    toFocus.current = null
  })
  if (offered.length === 0 && ways.length === 0) return null
  function change(next: typeof ways): void {
    form.set('ways', next)
    onTypes?.(next.map(({ sendingType }) => sendingType))
  }
  function add({ sendingType, templates, fromEmails }: Offered): void {
    const [only, another] = templates
    change([
      ...ways,
      {
        ...{ sendingType, templateId: another === undefined ? (only?.id ?? null) : null },
        fromName: sendingType === 'EMAIL' ? fromName : '',
        fromEmail: sendingType === 'LETTER' ? '' : (fromEmails[0] ?? ''),
        ...{ selectedVoice: null, selectedLocale: null },
      },
    ])
    toFocus.current = `[data-key="${sendingType}"] button`
  }
  const isFixed = fixedRecipient.trim() !== ''
  const left = offered.filter(({ sendingType }) => ways.every((way) => way.sendingType !== sendingType))
  return (
    <fieldset className={classes['ways']} ref={place} data-path="ways">
      <legend className={classes['legend']}>{t('ways')}</legend>
      <p className={classes['help']}>{t(isFixed ? 'waysFixed' : 'waysHelp')}</p>
      {!isFixed && (
        <OrderList
          label={t('ways')}
          items={ways.map((way, at) => ({
            key: way.sendingType,
            title: t(`sending_${way.sendingType}`),
            below: (
              <WayFields
                way={way}
                at={at}
                form={form}
                problems={problems}
                offered={offered.find(({ sendingType }) => sendingType === way.sendingType)}
                voices={data?.voices ?? []}
              />
            ),
          }))}
          onOrder={(keys) => change(keys.flatMap((key) => ways.find(({ sendingType }) => sendingType === key) ?? []))}
          onRemove={(key) => {
            change(ways.filter(({ sendingType }) => sendingType !== key))
            toFocus.current = '[data-add]'
          }}
        />
      )}
      {!isFixed && (
        <div className={classes['adding']}>
          {left.map((one) => (
            <Button
              key={one.sendingType}
              data-add
              variant="default"
              size="xs"
              leftSection={<IconPlus size={14} aria-hidden="true" />}
              onClick={() => add(one)}
            >
              {t('addWay', { way: t(`sending_${one.sendingType}`) })}
            </Button>
          ))}
        </div>
      )}
    </fieldset>
  )
}

interface WayProps extends Pick<Props, 'form' | 'problems'> {
  way: Pick<CampaignWay, 'sendingType' | 'templateId'>
  at: number
  offered: Offered | undefined
  voices: readonly { value: string; text: string }[]
}

/** What a further way sends, and from whom. */
function WayFields({ way: { sendingType, templateId }, at, form, problems, offered, voices }: WayProps) {
  const t = useTexts()
  const isMail = sendingType === 'EMAIL'
  const path = `ways.${at}` as const
  const { error } = form.field(`${path}.sendingType`)
  return (
    <div className={classes['wayFields']}>
      {error !== null && error !== undefined && <p className={classes['wrong']}>{error}</p>}
      <div className={classes['columns']}>
        <TemplateSelect
          templates={offered?.templates ?? []}
          value={templateId}
          onChange={(id) => form.set(`${path}.templateId`, id)}
          field={problems.at(`${path}.templateId`, form.field(`${path}.templateId`))}
        />
        {isMail && (
          <TextInput
            label={t('fromName')}
            required
            {...problems.at(`${path}.fromName`, form.field(`${path}.fromName`))}
          />
        )}
        {sendingType !== 'LETTER' && (
          <Autocomplete
            label={t(isMail ? 'fromEmail' : 'fromNumber')}
            required
            data={(offered?.fromEmails ?? []).filter((one) => one.includes('@') === isMail)}
            {...problems.at(`${path}.fromEmail`, form.field(`${path}.fromEmail`))}
          />
        )}
        {sendingType === 'PHONE' && (
          <VoiceFields
            voices={voices}
            voice={problems.at(`${path}.selectedVoice`, form.field(`${path}.selectedVoice`))}
            locale={problems.at(`${path}.selectedLocale`, form.field(`${path}.selectedLocale`))}
          />
        )}
      </div>
      {offered?.isOutbox === true && <p className={classes['help']}>{t('outbox')}</p>}
    </div>
  )
}
