import { Button, Switch, TextInput } from '@mantine/core'
import { useLocalText } from '#web/lib/local-text.ts'
import { OrderList } from '#web/ui/order-list.tsx'
import type { SurveyPart } from './survey-rights.tsx'
import { useTexts } from './texts.ts'
import classes from './roles.module.css'

/** Which views a role opens, at which path, and in which order. */
export function SurveyViews({ form, index, options }: SurveyPart) {
  const t = useTexts()
  const words = useLocalText()
  const values = form.values.surveyAccessList[index]
  if (values === undefined || options.views.length === 0) return null
  const titleOf = (name: string) => words(options.views.find(({ extName }) => extName === name)?.title) || name
  const list = form.field(`surveyAccessList.${index}.viewAccessList`)
  const named = values.viewOrder.filter((name) => options.views.some(({ extName }) => extName === name))
  const order = [...named, ...options.views.map(({ extName }) => extName).filter((name) => !named.includes(name))]
  return (
    <div className={classes['columns']}>
      <fieldset className={classes['group']} data-path={`surveyAccessList.${index}.viewAccessList`}>
        <legend>{t('views')}</legend>
        <p className={classes['help']}>{t('viewsHelp')}</p>
        {list.error !== undefined && list.error !== null && <p className={classes['wrong']}>{list.error}</p>}
        {values.viewAccessList.map(({ view }, at) => (
          <div key={view} className={classes['view']}>
            <Switch label={titleOf(view)} {...form.field(`surveyAccessList.${index}.viewAccessList.${at}.access`)} />
            <TextInput
              aria-label={t('defaultDrillOf', { view: titleOf(view) })}
              placeholder={t('defaultDrill')}
              {...form.field(`surveyAccessList.${index}.viewAccessList.${at}.defaultDrill`, { empty: null })}
            />
          </div>
        ))}
      </fieldset>
      {order.length > 1 && (
        <fieldset className={classes['group']} data-path={`surveyAccessList.${index}.viewOrder`}>
          <legend>{t('order')}</legend>
          <OrderList
            label={t('order')}
            items={order.map((name) => ({
              key: options.views.findIndex(({ extName }) => extName === name),
              title: titleOf(name),
            }))}
            onOrder={(keys) =>
              form.set(
                `surveyAccessList.${index}.viewOrder`,
                keys.flatMap((key) => options.views[key]?.extName ?? []),
              )
            }
          />
          {values.viewOrder.length > 0 && (
            <Button
              variant="default"
              size="compact-sm"
              onClick={() => form.set(`surveyAccessList.${index}.viewOrder`, [])}
            >
              {t('ownOrder')}
            </Button>
          )}
        </fieldset>
      )}
    </div>
  )
}

/** On which levels of the views a role can make actions. */
export function SurveyAnchors({ form, index, options }: SurveyPart) {
  const t = useTexts()
  const words = useLocalText()
  const values = form.values.surveyAccessList[index]
  if (values === undefined || values.anchorAccessList.length === 0) return null
  const list = form.field(`surveyAccessList.${index}.anchorAccessList`)
  return (
    <fieldset className={classes['group']} data-path={`surveyAccessList.${index}.anchorAccessList`}>
      <legend>{t('anchors')}</legend>
      {list.error !== undefined && list.error !== null && <p className={classes['wrong']}>{list.error}</p>}
      <div className={classes['columns']}>
        {options.views.map(({ extName, title, levels }) => (
          <fieldset key={extName} className={classes['group']}>
            <legend className={classes['quiet']}>{words(title)}</legend>
            {values.anchorAccessList.map(({ view, level }, at) =>
              view === extName ? (
                <Switch
                  key={level}
                  label={level === '' ? t('top') : words(levels.find(({ variable }) => variable === level)?.title)}
                  {...form.field(`surveyAccessList.${index}.anchorAccessList.${at}.access`)}
                />
              ) : null,
            )}
          </fieldset>
        ))}
      </div>
    </fieldset>
  )
}
