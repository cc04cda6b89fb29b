import { chromium } from 'playwright-core'
const base=process.argv[2]; const list=process.argv.slice(3)
const b=await chromium.launch({executablePath:'/usr/bin/chromium',args:['--no-sandbox','--disable-gpu','--disable-quic','--no-first-run','--disable-background-networking']})
const id=async(p)=>{const r=await (await fetch(base+p)).json(); return r.data.list[0]?.id}
const ids={news:await id('/newapi/cmsInfo/sortedList?limit=1'),bid:await id('/newapi/bidding/list?limit=1'),dem:await id('/newapi/demand/showlist?limit=1')}
const pages={home:'/home-page',news:'/consult-page',list:'/consultSecondPage',detail:'/threePage?id='+ids.news,bids:'/tenderingBidding-page',bid:'/threePageBind?id='+ids.bid,dems:'/demandDocking-page',more:'/needMore-page',dem:'/needDetail?id='+ids.dem,pub:'/demandPublish',drone:'/droneDeclaration',flood:'/FloodZone',zones:'/prefecture-page',login:'/login',nf:'/404',na:'/401',err:'/500',mt:'/underMaintenance',agr:'/agreement',about:'/aboutUs',decl:'/declaration-page',cmp:'/biddingCompare',ency:'/equipmentEncyclopediaSecond'}
for (const item of list){ const [name,width='1440']=item.split('@')
 const c=await b.newContext({viewport:{width:+width,height:900}}); const p=await c.newPage()
 p.on('console',m=>{if(m.type()==='error'||m.type()==='warning')console.log(name,m.type(),m.text().slice(0,400))}); p.on('pageerror',e=>console.log(name,'PAGEERROR',e.message.slice(0,400)))
 await p.goto(base+'/#'+pages[name]); await p.waitForTimeout(2500)
 await p.screenshot({path:`/tmp/shots/${name}-${width}.png`,fullPage:true})
 const over=await p.evaluate(()=>document.documentElement.scrollWidth-innerWidth); if(over>0)console.log(name,width,'overflow',over)
 await c.close()}
await b.close()
