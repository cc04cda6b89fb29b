// Owns what every antd control stands in: Chinese words, the project's tokens, the nonce of its styles.
import { ConfigProvider } from 'antd'
import zhCN from 'antd/locale/zh_CN'
import type { ReactNode } from 'react'
import { styleNonce, THEME } from './antd-theme.ts'

export function AntdFrame({ children }: { readonly children: ReactNode }) {
  return (
    <ConfigProvider locale={zhCN} theme={THEME} {...(styleNonce ? { csp: { nonce: styleNonce } } : {})}>
      {children}
    </ConfigProvider>
  )
}
