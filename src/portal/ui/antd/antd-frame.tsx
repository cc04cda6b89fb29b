// Provides every antd control with Chinese texts, the project's tokens and the nonce of its styles.
import { ConfigProvider, type ThemeConfig, theme } from 'antd'
import zhCN from 'antd/locale/zh_CN'
import { type ReactNode, useMemo } from 'react'
import { usePreferences, useSchemes } from '#portal/core/state/preferences.ts'
import { token } from '#portal/ui/format/design-token.ts'

/** Written into the page by the server; the Content-Security-Policy lets styles with it in. */
const styleNonce: string | undefined =
  document.querySelector<HTMLMetaElement>('meta[name=style-nonce]')?.content || undefined

function readTokens(): NonNullable<ThemeConfig['token']> {
  return {
    // It waits for the end of movements, of which there are none then.
    motion: !matchMedia('(prefers-reduced-motion: reduce)').matches,
    colorPrimary: token('primary'),
    colorError: token('alert'),
    colorSuccess: token('success'),
    colorText: token('ink'),
    colorTextPlaceholder: token('muted'),
    colorTextDescription: token('muted'),
    colorTextLightSolid: token('on-tone'),
    colorBgContainer: token('surface'),
    colorBgElevated: token('surface'),
    colorBorder: token('line-strong'),
    colorBorderSecondary: token('line'),
    borderRadius: 8,
    controlHeight: 44,
    fontFamily: token('font'),
  }
}

function readComponents(): NonNullable<ThemeConfig['components']> {
  return {
    // Else a month is wider than a phone and higher than half a screen.
    DatePicker: { cellWidth: 40, cellHeight: 36, textHeight: 40 },
    Table: {
      headerBg: token('bg'),
      headerSplitColor: 'transparent',
      rowHoverBg: token('surface-hover'),
      rowSelectedBg: token('primary-soft'),
      rowSelectedHoverBg: token('primary-soft'),
      fixedHeaderSortActiveBg: token('bg'),
      headerSortActiveBg: token('bg'),
      headerSortHoverBg: token('primary-soft'),
      bodySortBg: 'transparent',
    },
  }
}

/** In text as large as the reader chose. */
function readTheme(isDark: boolean): ThemeConfig {
  const fontSize = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
  return {
    algorithm: isDark ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: { ...readTokens(), fontSize },
    components: readComponents(),
  }
}

export function AntdFrame({ children }: { readonly children: ReactNode }) {
  const { care, size } = usePreferences()
  const schemes = useSchemes()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the size of text follows from the preferences
  const theme = useMemo(() => readTheme(schemes.includes('dark')), [care, size, schemes])
  return (
    <ConfigProvider locale={zhCN} theme={theme} {...(styleNonce ? { csp: { nonce: styleNonce } } : {})}>
      {children}
    </ConfigProvider>
  )
}
