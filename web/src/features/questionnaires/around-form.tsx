import { Checkbox, NativeSelect, NumberInput, Switch, TextInput } from '@mantine/core'
import type { Locale } from '@gensvar/contract/local-text'
import { localeNames } from '#web/lib/locale.ts'
import { useStore } from '#web/lib/store.ts'
import { Card } from '#web/ui/card.tsx'
import { useParts } from './builder-parts.ts'
import type { EditedDocument } from './document/edited-document.ts'
import { useNoted } from './fields/field-note.tsx'
import { LogoField } from './fields/logo-field.tsx'
import { TextPair } from './fields/text-pair.tsx'
import { useTexts } from './texts.ts'
import fields from './fields/fields.module.css'
import classes from './builder.module.css'

/** Longest text around the questions, as the contract has it. */
const longest = 20_000

const pageTexts = [
  ['intro', 'introHelp'],
  ['privacy', 'privacyHelp'],
  ['consent', 'consentHelp'],
  ['thanks', 'thanksHelp'],
] as const

/** What stands around the questions: languages, texts of the page, what comes after, links and colour. */
export function AroundForm() {
  const t = useTexts()
  const noted = useNoted()
  const { keeper, edit } = useParts()
  const document = useStore(keeper.typed, ({ value }) => value)
  const change = (part: Partial<EditedDocument>, isTyped = false) => edit((one) => ({ ...one, ...part }), isTyped)
  const { review, brand } = document
  return (
    <div className={classes['around']}>
      <LanguagesCard document={document} />
      <Card title={t('pageTexts')}>
        <div className={fields['form']}>
          {pageTexts.map(([name, help]) => (
            <TextPair
              key={name}
              isLong
              path={name}
              label={t(name)}
              description={t(help)}
              value={document[name]}
              maxLength={longest}
              onChange={(texts) => change({ [name]: texts }, true)}
            />
          ))}
          <TextInput
            {...noted('privacyUrl', t('privacyUrlHelp'))}
            type="url"
            label={t('privacyUrl')}
            value={document.privacyUrl}
            maxLength={2000}
            onChange={({ currentTarget }) => change({ privacyUrl: currentTarget.value }, true)}
          />
        </div>
      </Card>
      <Card title={t('review')}>
        <div className={fields['form']}>
          <Switch
            label={t('reviewOn')}
            description={t('reviewHelp')}
            checked={review !== null}
            onChange={({ currentTarget }) => change({ review: currentTarget.checked ? { url: '', title: {} } : null })}
          />
          {review !== null && (
            <>
              <TextInput
                {...noted('review.url')}
                type="url"
                label={t('reviewUrl')}
                placeholder="https://"
                value={review.url}
                maxLength={2000}
                onChange={({ currentTarget }) => change({ review: { ...review, url: currentTarget.value } }, true)}
              />
              <TextPair
                path="review.title"
                label={t('reviewTitle')}
                placeholder={t('reviewTitleExample')}
                value={review.title}
                onChange={(title) => change({ review: { ...review, title } }, true)}
              />
            </>
          )}
        </div>
      </Card>
      <Card title={t('linksAndLook')}>
        <div className={fields['form']}>
          <Switch
            {...noted('openLinks')}
            label={t('openLinks')}
            description={t('openLinksHelp')}
            checked={document.openLinks}
            onChange={({ currentTarget }) => change({ openLinks: currentTarget.checked })}
          />
          <NumberInput
            {...noted('kioskReset', t('kioskHelp'))}
            label={t('kiosk')}
            value={document.kioskReset}
            min={5}
            max={600}
            allowDecimal={false}
            clampBehavior="strict"
            onChange={(value) => {
              if (typeof value === 'number' && value >= 5 && value <= 600) change({ kioskReset: value }, true)
            }}
          />
          <div className={classes['colour']}>
            <TextInput
              {...noted('brand.colour', t('colourHelp'))}
              label={t('colour')}
              placeholder="#1f5fbf"
              value={brand.colour}
              maxLength={20}
              onChange={({ currentTarget }) => change({ brand: { ...brand, colour: currentTarget.value } }, true)}
            />
            <input
              type="color"
              aria-label={t('colourPick')}
              value={/^#[\da-f]{6}$/i.test(brand.colour) ? brand.colour.toLowerCase() : '#808080'}
              onChange={({ currentTarget }) => change({ brand: { ...brand, colour: currentTarget.value } }, true)}
            />
          </div>
          <LogoField value={brand.logo} onChange={(logo) => change({ brand: { ...keeper.value.brand, logo } })} />
        </div>
      </Card>
    </div>
  )
}

/** In which languages people can answer, and which of them the others are translated from. */
function LanguagesCard({ document }: { document: EditedDocument }) {
  const t = useTexts()
  const { edit, saved, main, problemAt } = useParts()
  const { languages } = document
  const offered = [...new Set([...saved.locales, ...languages])]
  const put = (next: Locale[]) => edit((one) => ({ ...one, languages: next }))
  const problem = problemAt('languages')
  return (
    <Card title={t('languages')}>
      <div className={fields['form']} data-path="languages">
        <Checkbox.Group
          label={t('languagesOffered')}
          description={t('languagesHelp')}
          error={problem?.message}
          value={languages}
          onChange={(chosen) => put([main, ...offered.filter((one) => one !== main && chosen.includes(one))])}
        >
          <div className={classes['checks']}>
            {offered.map((locale) => (
              <Checkbox key={locale} value={locale} label={localeNames[locale]} disabled={locale === main} />
            ))}
          </div>
        </Checkbox.Group>
        <NativeSelect
          label={t('mainLanguage')}
          description={t('mainLanguageHelp')}
          value={main}
          onChange={({ currentTarget }) => {
            const next = languages.find((one) => one === currentTarget.value) ?? main
            put([next, ...languages.filter((one) => one !== next)])
          }}
          data={languages.map((locale) => ({ value: locale, label: localeNames[locale] }))}
        />
      </div>
    </Card>
  )
}
