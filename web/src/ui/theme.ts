import { createTheme } from '@mantine/core'
import type { CSSVariablesResolver, MantineThemeOverride } from '@mantine/core'
import { filledShade } from './accent.ts'
import type { Accent, Palette } from './accent.ts'

const fontFamily = "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif"

/** Greys of the dark scheme, from text to the deepest ground, as the component library counts them. */
const darkShades: Palette = [
  '#eceff4',
  '#c9cfd8',
  '#a3acba',
  '#737d8d',
  '#454c59',
  '#343944',
  '#2a2e37',
  '#1f2229',
  '#16181d',
  '#101216',
]

/** Theme of the component library with a tenant's colour as its accent, and decimals behind the sign of the language. */
export function buildTheme(accent: Accent, decimalSeparator = '.'): MantineThemeOverride {
  return createTheme({
    colors: { accent: accent.palette, dark: darkShades },
    other: { accent },
    primaryColor: 'accent',
    primaryShade: filledShade,
    fontFamily,
    fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
    fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
    lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.3' },
    spacing: { xs: '8px', sm: '12px', md: '16px', lg: '20px', xl: '32px' },
    radius: { xs: '4px', sm: '6px', md: '8px', lg: '8px', xl: '12px' },
    defaultRadius: 'md',
    headings: {
      fontFamily,
      fontWeight: '600',
      sizes: {
        h1: { fontSize: '20px', lineHeight: '1.3' },
        h2: { fontSize: '16px', lineHeight: '1.4' },
        h3: { fontSize: '14px', lineHeight: '1.4' },
      },
    },
    breakpoints: { xs: '40em', sm: '48em', md: '62em', lg: '75em', xl: '90em' },
    shadows: { sm: 'var(--gv-shadow)', md: 'var(--gv-shadow)', lg: 'var(--gv-shadow)' },
    respectReducedMotion: true,
    cursorType: 'pointer',
    components: {
      Tooltip: {
        defaultProps: {
          openDelay: 300,
          withArrow: true,
          multiline: true,
          maw: 320,
          events: { hover: true, focus: true, touch: true },
        },
      },
      Modal: { defaultProps: { centered: true, transitionProps: { duration: 120 } }, styles: { title: dialogTitle } },
      Drawer: { styles: { title: dialogTitle } },
      // More tabs than there is room for are scrolled to.
      Tabs: { styles: { list: { flexWrap: 'nowrap', overflowX: 'auto', scrollbarWidth: 'none' } } },
      // A decimal is written as in the reader's language, and typed with either sign.
      NumberInput: {
        defaultProps: { decimalSeparator, allowedDecimalSeparators: ['.', ','] },
      },
      Menu: { defaultProps: { shadow: 'md', transitionProps: { duration: 80 } } },
    },
  })
}

/** Title of a dialog or drawer: a heading like that of a card. */
const dialogTitle = { fontSize: 16, fontWeight: 600 }

const shared = {
  '--mantine-color-text': 'var(--gv-ink)',
  '--mantine-color-body': 'var(--gv-surface)',
  '--mantine-color-dimmed': 'var(--gv-quiet)',
  '--mantine-color-placeholder': 'var(--gv-quiet)',
  '--mantine-color-error': 'var(--gv-negative-text)',
  '--mantine-color-default': 'var(--gv-surface)',
  '--mantine-color-default-hover': 'var(--gv-hover)',
  '--mantine-color-default-color': 'var(--gv-ink)',
  '--mantine-color-default-border': 'var(--gv-line-strong)',
  '--mantine-color-anchor': 'var(--gv-accent-text)',
  '--mantine-primary-color-light-color': 'var(--gv-accent-text)',
  '--mantine-color-accent-light-color': 'var(--gv-accent-text)',
  '--mantine-color-accent-outline': 'var(--gv-accent-text)',
  '--mantine-color-accent-text': 'var(--gv-accent-text)',
}

/** Maps the component library's colours onto the product's own roles, in both schemes. */
export const resolveVariables: CSSVariablesResolver = (theme) => {
  const { text, soft } = theme.other['accent'] as Accent
  const variables = (scheme: 'light' | 'dark') => ({
    ...shared,
    '--gv-accent-text': text[scheme],
    '--gv-accent-soft': soft[scheme].rest,
    '--mantine-color-accent-light': soft[scheme].rest,
    '--mantine-color-accent-light-hover': soft[scheme].hover,
  })
  return { variables: {}, light: variables('light'), dark: variables('dark') }
}
