// Collects all scheduled tasks.
import type { ConfigurationSource } from './configuration/configuration-source.ts'
import { indexTask } from './content/indexes/ensure-indexes.ts'
import { pinTask } from './content/pins/end-pins.ts'
import { deadlineTask } from './content/workflow/deadlines.ts'
import { delegationTask } from './identity/delegation/notify-delegation.ts'
import { buildSmsSender } from './identity/sms/sms-sender.ts'
import { deliverTask } from './notifications/deliver.ts'
import { dueTask } from './notifications/due-notices.ts'
import { notifyFollowersTask } from './notifications/follow/notify-followers.ts'
import { digestTask } from './notifications/follow/send-digests.ts'
import { webhookTask } from './notifications/webhooks/deliver-webhooks.ts'
import { retentionTask } from './personal-data/retention.ts'
import { tidyTask } from './platform/database/pglite/vacuum.ts'
import { buildMailSender } from './platform/mail/mail-sender.ts'
import type { Task } from './platform/scheduler/task.ts'
import type { Settings } from './platform/settings.ts'
import { forgetChangesTask } from './publishing/changes/change-log.ts'
import { releaseTask } from './publishing/releases/publish-release.ts'

/**
 * Returns the tasks in lanes: those of one run one after the other, so that none waits for the systems of others that
 * webhooks reach. The sign of the site stands before text messages, unless a setting says otherwise.
 */
export function buildTasks(settings: Settings, source: ConfigurationSource): readonly (readonly Task[])[] {
  const senders = {
    sms: buildSmsSender(settings, () => source.model.site.smsSign),
    mail: buildMailSender(settings),
  }
  const own = [
    deadlineTask,
    releaseTask(source),
    delegationTask,
    dueTask,
    deliverTask(senders),
    forgetChangesTask,
    indexTask,
    pinTask,
    notifyFollowersTask,
    digestTask,
    retentionTask,
    tidyTask,
  ]
  return [own, [webhookTask({ networks: settings.webhookNetworks })]]
}
