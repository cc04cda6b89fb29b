import { launchBrowser } from '../browser/support/launch-browser.ts'
import { openPage } from './open-page.ts'
const b = await launchBrowser()
const [url='', selector='', count=''] = process.argv.slice(2)
for (let i=0;i<3;i++){
const { page, session, close } = await openPage(b)
await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
await session.send('Profiler.enable'); await session.send('Profiler.setSamplingInterval',{interval:500}); await session.send('Profiler.start')
await page.addInitScript(`(()=>{const s=${JSON.stringify(selector)},n=${count};window.marks=[];const look=()=>{if(document.querySelectorAll(s).length>=n)requestAnimationFrame(()=>{window.benchShown=performance.now()});else requestAnimationFrame(look)};requestAnimationFrame(look);new PerformanceObserver(l=>{for(const e of l.getEntries())window.marks.push(['long',Math.round(e.startTime),Math.round(e.duration)])}).observe({type:'longtask',buffered:true})})()`)
await page.goto(url)
while (!(await page.evaluate('window.benchShown'))) await new Promise(r=>setTimeout(r,50))
const { profile } = await session.send('Profiler.stop')
const shown = await page.evaluate('window.benchShown')
const res = await page.evaluate(`[...performance.getEntriesByType('resource')].map(e=>[e.name.replace(location.origin,'').slice(0,60),Math.round(e.startTime),Math.round(e.responseEnd),e.transferSize]).concat(window.marks)`)
if(i===2){ console.log('shown',shown); for (const r of (res as any[])) console.log(r.join('  '))
 const self = new Map<string, number>(); const dt = profile.timeDeltas!; const byId = new Map(profile.nodes.map(n=>[n.id,n]));
 profile.samples!.forEach((id,k)=>{const n=byId.get(id)!;const key=n.callFrame.functionName+' '+n.callFrame.url.split('/').pop()+':'+n.callFrame.lineNumber;self.set(key,(self.get(key)??0)+dt[k]!/1000)})
 console.log([...self].sort((a,b)=>b[1]-a[1]).slice(0,25).map(([k,v])=>v.toFixed(0)+' '+k).join('\n')) } else console.log('shown', shown)
await close()}
await b.close()
