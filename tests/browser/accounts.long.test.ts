// Checks what people do with their accounts: they apply for one, sign in, stay signed in and leave. One portal serves all
// of it; what asks for a captcha comes last.
import { account } from './accounts/account.ts'
import { openId, withOpenIdProvider } from './accounts/openid.ts'
import { registration } from './accounts/registration.ts'
import { sessions } from './accounts/sessions.ts'
import { signInAgain } from './accounts/sign-in-again.ts'
import { singleSignOn } from './accounts/single-sign-on.ts'
import { describeInBrowser } from './support/browser-test.ts'

describeInBrowser(
  'accounts',
  (stage) => {
    singleSignOn(stage)
    signInAgain(stage)
    sessions(stage)
    registration(stage)
    account(stage)
  },
  () => ({ env: { TRUST_PROXY: '127.0.0.0/8' } }),
)

describeInBrowser('accounts of another provider', openId, withOpenIdProvider)
