// Provides every antd control with Chinese texts, the project's tokens and the nonce of its styles.
import { ConfigProvider } from 'antd'
import zhCN from 'antd/locale/zh_CN'
import { type ReactNode, useMemo } from 'react'
import { useSchemes } from '#portal/core/state/active-schemes.ts'
import { usePreferences } from '#portal/core/state/preferences.ts'
import { readTheme, styleNonce } from './antd-theme.ts'

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
