// Owns what every antd control of a form stands in: Chinese words, the project's tokens, the nonce of its styles.
import { ConfigProvider } from 'antd'
import zhCN from 'antd/locale/zh_CN'
import type { ReactNode } from 'react'
import { styleNonce, THEME } from './picker-theme.ts'

export function PickerFrame({ children }: { readonly children: ReactNode }) {
  return (
    <ConfigProvider locale={zhCN} theme={THEME} {...(styleNonce ? { csp: { nonce: styleNonce } } : {})}>
      {children}
    </ConfigProvider>
  )
}
