// Owns how antd's controls look here: the project's tokens, and the nonce that their styles need.
import type { ThemeConfig } from 'antd'

/** Written into the page by the server; the Content-Security-Policy lets styles with it in. */
export const styleNonce: string | undefined =
  document.querySelector<HTMLMetaElement>('meta[name=style-nonce]')?.content || undefined

const token = (name: string, fallback: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(`--eq-${name}`).trim() || fallback

const TOKENS: NonNullable<ThemeConfig['token']> = {
  // It waits for the end of movements, of which there are none then.
  motion: !matchMedia('(prefers-reduced-motion: reduce)').matches,
  colorPrimary: token('primary', '#0b4ea2'),
  colorError: token('alert', '#c8161d'),
  colorSuccess: token('success', '#1a7f37'),
  colorText: token('ink', '#1f2329'),
  colorTextPlaceholder: token('muted', '#5b6470'),
  colorTextDescription: token('muted', '#5b6470'),
  colorBorder: token('line-strong', '#8a94a3'),
  colorBorderSecondary: token('line', '#e3e7ed'),
  borderRadius: 8,
  controlHeight: 44,
  fontFamily: token('font', 'sans-serif'),
}

const COMPONENTS: NonNullable<ThemeConfig['components']> = {
  // Else a month is wider than a phone and higher than half a screen.
  DatePicker: { cellWidth: 40, cellHeight: 36, textHeight: 40 },
  Table: {
    headerBg: token('bg', '#f5f7fa'),
    headerSplitColor: 'transparent',
    rowHoverBg: '#f9fbfd',
    rowSelectedBg: token('primary-soft', '#eaf1fa'),
    rowSelectedHoverBg: token('primary-soft', '#eaf1fa'),
    fixedHeaderSortActiveBg: token('bg', '#f5f7fa'),
    headerSortActiveBg: token('bg', '#f5f7fa'),
    headerSortHoverBg: token('primary-soft', '#eaf1fa'),
    bodySortBg: 'transparent',
  },
}

/** In text as large as the reader chose. */
export function readTheme(): ThemeConfig {
  const fontSize = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
  return { token: { ...TOKENS, fontSize }, components: COMPONENTS }
}
