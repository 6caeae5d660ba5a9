import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ClientConfig } from '@gensvar/contract/entities/shell'
import { isImageAddress, isLinkAddress } from '@gensvar/contract/address-text'
import { languageTags } from '@gensvar/contract/local-text'
import classes from './login-frame.module.css'
import { useTexts } from './texts.ts'
import { welcomeIn } from './welcome.ts'

interface Props {
  config: ClientConfig | undefined
  /** Room for the overview of several universes. */
  wide?: boolean
  children: ReactNode
}

/** The frame of the login screen: logo, welcome in the server's language, and the current step. */
export function LoginFrame({ config, wide = false, children }: Props) {
  const t = useTexts()
  // The overview has its own greeting from the server.
  const welcome = config === undefined || wide ? null : { language: config.language, ...welcomeIn(config.language) }
  return (
    <div className={classes['ground']}>
      <main className={classes['panel']} data-wide={wide || undefined}>
        <header className={classes['head']}>
          {config !== undefined && isImageAddress(config.systemLogoURL) && (
            <img src={config.systemLogoURL} alt="Gensvar" className={classes['logo']} />
          )}
          {welcome !== null && (
            <div lang={languageTags[welcome.language]} data-welcome={welcome.language}>
              <h1 className={classes['title']}>{welcome.title}</h1>
              <p className={classes['text']}>{welcome.text}</p>
            </div>
          )}
        </header>
        <div className={classes['body']}>{children}</div>
        {config?.supportDeskURL && isLinkAddress(config.supportDeskURL) && (
          <footer className={classes['foot']}>
            <Anchor href={config.supportDeskURL} target="_blank" rel="noreferrer" size="sm">
              {t('support')}
            </Anchor>
          </footer>
        )}
      </main>
    </div>
  )
}
