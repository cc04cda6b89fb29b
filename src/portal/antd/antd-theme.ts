// Owns how antd's controls look here: the project's tokens, and the nonce that their styles need.
import type { ThemeConfig } from 'antd'

/** Written into the page by the server; the Content-Security-Policy lets styles with it in. */
export const styleNonce: string | undefined =
  document.querySelector<HTMLMetaElement>('meta[name=style-nonce]')?.content || undefined

const token = (name: string, fallback: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(`--eq-${name}`).trim() || fallback

export const THEME: ThemeConfig = {
  token: {
    // It waits for the end of movements, of which there are none then.
    motion: !matchMedia('(prefers-reduced-motion: reduce)').matches,
    colorPrimary: token('primary', '#0b4ea2'),
    colorError: token('alert', '#c8161d'),
    colorText: token('ink', '#1f2329'),
    colorTextPlaceholder: token('muted', '#5b6470'),
    colorTextDescription: token('muted', '#5b6470'),
    colorBorder: token('line-strong', '#8a94a3'),
    borderRadius: 8,
    controlHeight: 44,
    fontSize: 16,
    fontFamily: token('font', 'sans-serif'),
  },
  // Else a month is wider than a phone and higher than half a screen.
  components: { DatePicker: { cellWidth: 40, cellHeight: 36, textHeight: 40 } },
}
