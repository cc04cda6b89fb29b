// Builds the pages of the demo's identity provider: plain HTML, no script.

import { encodeText } from '#server/platform/xml/references.ts'
import { COLOR_TOKENS } from '#shared/generated/color-tokens.ts'
import type { Site } from '#shared/model/site.ts'

/** In the colours of the portal that one comes back to. */
export const toStyle = ({
  primary = COLOR_TOKENS.primary,
  alert = COLOR_TOKENS.alert,
}: Site['colors']): string => `
body { margin: 0; font: 16px/1.6 system-ui, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif;
  color: ${COLOR_TOKENS.ink}; background: ${COLOR_TOKENS['grey-soft']}; }
main { box-sizing: border-box; max-width: 400px; margin: 8vh auto; padding: 32px; background: ${COLOR_TOKENS.surface};
  border-radius: 8px; box-shadow: 0 2px 12px rgb(0 0 0 / 12%); }
h1 { margin: 0 0 8px; font-size: 22px; }
p { margin: 0 0 16px; color: ${COLOR_TOKENS.grey}; }
label { display: block; margin-bottom: 16px; }
input { display: block; box-sizing: border-box; width: 100%; padding: 10px; margin-top: 4px; font: inherit;
  border: 1px solid ${COLOR_TOKENS['muted-soft']}; border-radius: 4px; }
button { width: 100%; padding: 10px; font: inherit; color: ${COLOR_TOKENS['on-dark']}; background: ${primary}; border: 0; border-radius: 4px; }
a { color: ${primary}; }
:focus-visible { outline: 3px solid ${primary}; outline-offset: 2px; }
[role="alert"] { padding: 8px 12px; color: ${alert}; background: ${COLOR_TOKENS['red-soft']}; border-radius: 4px; }
@media (max-width: 440px) { main { margin: 0; min-height: 100vh; border-radius: 0; box-shadow: none; } }
`

const page = (title: string, inside: string) => `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${encodeText(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/sso/style.css">
</head>
<body><main><h1>${encodeText(title)}</h1>${inside}</main></body>
</html>
`

export interface SignInPage {
  readonly service: string
  readonly problem?: string
}

/** `site`: what the portal is called that one comes back to. */
export function signInPage(site: string, { service, problem }: SignInPage): string {
  const alert = problem ? `<p role="alert">${encodeText(problem)}</p>` : ''
  return page(
    '统一身份认证（演示）',
    `<p>请以演示账号登录，登录后返回${encodeText(site)}。</p>${alert}
<form method="post" action="/sso/login">
<input type="hidden" name="service" value="${encodeText(service)}">
<label>账号<input name="username" required maxlength="40" autocomplete="username" autofocus></label>
<label>密码<input name="password" type="password" required maxlength="64" autocomplete="current-password"></label>
<button type="submit">登录</button>
</form>`,
  )
}

export function messagePage(site: string, title: string, text: string): string {
  return page(title, `<p>${encodeText(text)}</p><p><a href="/">返回${encodeText(site)}</a></p>`)
}
