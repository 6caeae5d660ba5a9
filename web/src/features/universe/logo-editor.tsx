import { Button, FileButton } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { isImageAddress, isInlineImage } from '@gensvar/contract/address-text'
import { maxLogoBytes, removeLogo, saveLogo } from '@gensvar/contract/universes'
import { useState } from 'react'
import { call } from '#web/api.ts'
import { errorText } from '#web/lib/error-text.ts'
import { base64Of } from '#web/lib/file-content.ts'
import { useFormat } from '#web/lib/format.ts'
import { notifyDone } from '#web/ui/notify.tsx'
import type { Universe } from './queries.ts'
import { useTexts } from './texts.ts'
import classes from './universe.module.css'

interface Props {
  universe: Universe
  onSaved: (saved: Universe) => Promise<void>
}

/** The logo of an organisation: shown, replaced and removed at once, apart from the form. */
export function LogoEditor({ universe: { branding }, onSaved }: Props) {
  const t = useTexts()
  const format = useFormat()
  const [failure, setFailure] = useState<string | null>(null)
  const { logo } = branding
  const change = useMutation({
    mutationFn: async (file: File | null) =>
      file === null ? call(removeLogo, {}) : call(saveLogo, { body: { image: await base64Of(file) } }),
    async onSuccess(saved, file) {
      await onSaved(saved)
      notifyDone(t(file === null ? 'logoRemoved' : 'logoSaved'))
    },
    onError: (error) => setFailure(errorText(error)),
    meta: { quiet: true },
  })
  function take(file: File | null): void {
    if (file === null) return
    if (file.size > maxLogoBytes) {
      setFailure(t('logoTooLarge', { name: file.name, size: format.size(file.size), most: format.size(maxLogoBytes) }))
      return
    }
    setFailure(null)
    change.mutate(file)
  }
  const address =
    logo === null || isInlineImage(logo) || isImageAddress(logo)
      ? logo
      : `${import.meta.env.BASE_URL}logos/${encodeURIComponent(logo)}`
  return (
    <section className={classes['logo']} aria-labelledby="universe-logo">
      <h3 id="universe-logo" className={classes['heading']}>
        {t('logo')}
      </h3>
      <div className={classes['logoRow']}>
        <span className={classes['logoFrame']}>
          {address === null ? <span className="gv-quiet">{t('noLogo')}</span> : <img src={address} alt={t('logo')} />}
        </span>
        <FileButton accept="image/png,image/jpeg" onChange={take}>
          {(props) => (
            <Button {...props} variant="default" size="sm" loading={change.isPending}>
              {t(logo === null ? 'addLogo' : 'replaceLogo')}
            </Button>
          )}
        </FileButton>
        {logo !== null && (
          <Button variant="default" size="sm" disabled={change.isPending} onClick={() => change.mutate(null)}>
            {t('removeLogo')}
          </Button>
        )}
      </div>
      <p className={classes['note']}>{t('logoHelp')}</p>
      {failure !== null && (
        <p role="alert" className={classes['failure']}>
          {failure}
        </p>
      )}
    </section>
  )
}
