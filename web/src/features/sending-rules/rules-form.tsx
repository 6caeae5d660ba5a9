import { ActionIcon, Button, NumberInput, Switch, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { getSendingRules, saveSendingRules } from '@gensvar/contract/sending-rules'
import type { ReactNode } from 'react'
import { call } from '#web/api.ts'
import { Form } from '#web/ui/form/form.tsx'
import { useContractForm } from '#web/ui/form/use-contract-form.ts'
import { rulesQuery } from './queries.ts'
import type { StoredRules } from './queries.ts'
import classes from './sending-rules.module.css'
import { text, useTexts } from './texts.ts'

/** What the parts begin with when they are switched on. */
const first = {
  contact: { times: 1, days: 90 },
  warmUp: { first: 200, factor: 2 },
  pauseAt: { bouncePercent: 10, complaintPercent: 0.5, after: 100 },
}

/** The rules as the form has them: their defaults are filled in. */
function valuesOf({ rules, version }: StoredRules) {
  return { rules, version }
}

/** The rules by which an organisation sends. */
export function RulesForm({ stored }: { stored: StoredRules }) {
  const t = useTexts()
  const client = useQueryClient()
  const form = useContractForm(saveSendingRules, {
    initial: valuesOf(stored),
    latest: async () => valuesOf(await call(getSendingRules, {})),
    done: () => text('saved'),
    onSaved: (saved) => client.setQueryData(rulesQuery.queryKey, saved),
  })
  const { contact = null, perDomain = [], warmUp = null, pauseAt = null } = form.values.rules
  return (
    <Form form={form} save={t('save')}>
      <div className={classes['rules']}>
        <Part
          title={t('contact')}
          help={t('contactHelp')}
          path="rules.contact"
          isOn={contact !== null}
          onChange={(isOn) => form.set('rules.contact', isOn ? first.contact : null)}
        >
          <NumberInput label={t('times')} allowDecimal={false} {...form.field('rules.contact.times')} />
          <NumberInput label={t('inDays')} allowDecimal={false} {...form.field('rules.contact.days')} />
        </Part>
        <fieldset className={classes['part']}>
          <legend>{t('limits')}</legend>
          <NumberInput
            label={t('perMinute')}
            placeholder={t('noLimit')}
            allowDecimal={false}
            className={classes['short']}
            {...form.field('rules.perMinute', { empty: null })}
          />
          <div className={classes['part']} data-path="rules.perDomain">
            <span className={classes['label']}>{t('perDomain')}</span>
            {perDomain.map((_, at) => (
              <div
                key={at}
                className={classes['domain']}
                role="group"
                aria-label={t('domainNumber', { number: at + 1 })}
              >
                <TextInput
                  label={t('domain')}
                  placeholder="example.com"
                  {...form.field(`rules.perDomain.${at}.domain`)}
                />
                <NumberInput
                  label={t('perMinuteThere')}
                  allowDecimal={false}
                  {...form.field(`rules.perDomain.${at}.perMinute`)}
                />
                <ActionIcon
                  variant="default"
                  size={36}
                  aria-label={t('removeDomain', { number: at + 1 })}
                  onClick={() =>
                    form.set(
                      'rules.perDomain',
                      perDomain.filter((__, index) => index !== at),
                    )
                  }
                >
                  <IconTrash size={16} aria-hidden="true" />
                </ActionIcon>
              </div>
            ))}
            <div>
              <Button
                variant="default"
                size="xs"
                leftSection={<IconPlus size={14} aria-hidden="true" />}
                onClick={() => form.set('rules.perDomain', [...perDomain, { domain: '', perMinute: 60 }])}
              >
                {t('addDomain')}
              </Button>
            </div>
          </div>
        </fieldset>
        <Part
          title={t('warmUp')}
          help={t('warmUpHelp')}
          path="rules.warmUp"
          isOn={warmUp !== null}
          onChange={(isOn) => form.set('rules.warmUp', isOn ? first.warmUp : null)}
        >
          <NumberInput label={t('first')} allowDecimal={false} {...form.field('rules.warmUp.first')} />
          <NumberInput label={t('factor')} {...form.field('rules.warmUp.factor')} />
        </Part>
        <Part
          title={t('pauseAt')}
          help={t('pauseAtHelp')}
          path="rules.pauseAt"
          isOn={pauseAt !== null}
          onChange={(isOn) => form.set('rules.pauseAt', isOn ? first.pauseAt : null)}
        >
          <NumberInput label={t('bouncePercent')} {...form.field('rules.pauseAt.bouncePercent')} />
          <NumberInput label={t('complaintPercent')} {...form.field('rules.pauseAt.complaintPercent')} />
          <NumberInput label={t('after')} allowDecimal={false} {...form.field('rules.pauseAt.after')} />
        </Part>
      </div>
    </Form>
  )
}

interface PartProps {
  title: string
  help: string
  path: string
  isOn: boolean
  onChange: (isOn: boolean) => void
  children: ReactNode
}

/** Rules that hold together, or not at all. */
function Part({ title, help, path, isOn, onChange, children }: PartProps) {
  return (
    <div className={classes['part']}>
      <Switch
        label={title}
        description={help}
        data-path={path}
        checked={isOn}
        onChange={({ currentTarget: { checked } }) => onChange(checked)}
      />
      {isOn && (
        <div className={classes['fields']} role="group" aria-label={title}>
          {children}
        </div>
      )}
    </div>
  )
}
