// Passwords that everybody tries first: short words stand for themselves, with digits or signs behind them, or repeated.

const WORDS = `
123456 1234567 12345678 123456789 1234567890 0123456789 12345678910 987654321 9876543210 0987654321 87654321 654321
111111 1111111 11111111 222222 22222222 333333 444444 555555 5555555 666666 66666666 777777 7777777 77777777 888888 88888888
999999 99999999 000000 00000000 121212 12121212 131313 123123 123123123 123321 12341234 112233 11223344 147258 147258369
159357 159753 102030 101010 789456 789456123 741852963 963852741 753951 420420 696969 232323 246810 135790 13579
qwerty qwertz azerty qwertyu qwertyui qwertyuiop qwertzuiop azertyuiop asdfgh asdfghj asdfghjk asdfghjkl zxcvbn zxcvbnm
yxcvbnm qazwsx qazwsxedc wsxedc 1qaz2wsx 1qaz2wsx3edc 2wsx3edc zaq12wsx zaq1zaq1 xsw2zaq1 1q2w3e 1q2w3e4r 1q2w3e4r5t
1q2w3e4r5t6y q1w2e3 q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 qwer1234 1234qwer asdf1234 1234asdf zxcv1234 qweasd qweasdzxc qwe123
asd123 zxc123 qweqwe asdasd zxczxc asdzxc asdqwe qweewq poiuytrewq lkjhgfdsa mnbvcxz 1qazxsw2 !qaz2wsx qwertyqwerty
abcdef abcdefg abcdefgh abcdefghi abcdefghij abc123 abcd1234 abc12345 a1b2c3 a1b2c3d4 aaaaaa aaaaaaaa aa123456 a123456
a1234567 a12345678 a123456789 123456a 123456aa 1234567a 123abc 123qwe 123qweasd 123asd xxxxxx xxxxxxxx zzzzzz qqqqqq abcabc
password passwort passwrd passw0rd p@ssw0rd p@ssword pa55word pa55w0rd pass1234 passpass mypassword thepassword yourpassword
password1 password12 password123 password1234 newpassword changeme changeit changemenow letmein letmeinnow letme1n
welcome welcome1 welcome123 w3lcome secret secret123 topsecret mysecret default temp1234 temporary testing tester test123
test1234 testtest testpass guest123 login123 admin123 admin1234 administrator adminadmin root123 rootroot toor1234 superuser
sysadmin system manager server service oracle mysql postgres database master master123 access access14 security private
computer internet google facebook instagram whatsapp youtube twitter linkedin snapchat netflix amazon microsoft windows apple123
samsung iphone android nokia motorola blackberry playstation nintendo gamecube xbox360 minecraft fortnite roblox pokemon pikachu
charizard naruto goku123 dragonball dragon dragons dragon123 monkey monkeys monkey123 tigger tiger1 tigers lion123 panther panthers
eagles falcon falcons bulldog bulldogs cowboys cowboy packers steelers yankees redsox lakers chelsea arsenal liverpool barcelona
realmadrid juventus manchester ronaldo messi10 football soccer baseball basketball hockey tennis golfer golfing volleyball
softball swimming running cycling skateboard snowboard surfing champion winner victory legend hunter hunting fishing fisherman
iloveyou iloveyou1 iloveyou2 iloveu loveyou loveme lovers lovelove lovely love123 mylove forever sweetheart sweetie sweety honey1
babygirl babyboy babydoll baby123 princess princesa queen1 prince angel1 angels angel123 angelina heaven blessed blessing jesus1
jesuschrist christ church godisgood faith1 miracle sunshine sunflower sunset sunrise summer winter spring autumn january february
march123 april123 august september october november december monday tuesday wednesday thursday friday saturday sunday weekend
holiday vacation christmas halloween birthday rainbow butterfly flower flowers rosebud orchid cherry banana orange apple1 peaches
strawberry chocolate cookie cookies cupcake candy1 sugar1 peanut butter pepper ginger coffee pizza123 hamburger cheese chicken
bacon1 pancake whiskey vodka1 budlight heineken guinness marlboro cannabis
shadow shadow1 phantom ghost1 ghostrider spider spiderman superman batman batman1 robin1 ironman hulk123 deadpool wolverine
avengers starwars starwars1 darkvader darthvader skywalker jedi123 startrek matrix neo1234 trinity morpheus gandalf frodo1 hobbit
hogwarts harrypotter potter voldemort mickey mickeymouse minnie donald goofy1 pluto1 snoopy garfield simpson simpsons bart123
southpark spongebob patrick scooby scoobydoo tweety bugsbunny looney hellokitty barbie elmo123 barney
michael michelle michael1 jordan jordan23 jordan1 jennifer jessica ashley ashley1 amanda samantha nicole nicole1 daniel daniel1
andrew joshua matthew anthony robert richard charles charlie charlie1 thomas thomas1 william joseph joseph1 george edward steven
stephen brandon brandon1 justin justin1 austin dallas dakota madison hannah olivia sophia sophie isabella emily1 emma123 abigail
victoria elizabeth rebecca rachel melissa stephanie vanessa jasmine crystal tiffany brittany heather kimberly danielle natalie
natasha alexander alexandra alexis alexandre sandra andrea angela barbara patricia carolina fernando francisco alejandro gabriel
gabriela mariana martin martina marina monica veronica valentina sebastian santiago antonio eduardo ricardo roberto lorenzo
leonardo giovanni francesco alessandro matteo christian christine christina christopher benjamin nathan nathaniel zachary tyler1
taylor taylor1 cameron morgan jackson johnson williams anderson thompson martinez rodriguez gonzalez hernandez murphy kelly1
maggie bailey buster buddy1 rocky1 max123 bella1 molly1 lucky1 sammy1 coco123 simba1 oliver toby123 duke123 rusty1 smokey bandit
harley harley1 corvette mustang mustang1 camaro ferrari porsche mercedes bmw123 toyota honda1 nissan suzuki yamaha kawasaki ducati
freedom freedom1 liberty america american canada england london paris1 berlin moscow tokyo123 australia brazil mexico germany
deutschland france italia espana portugal india123 pakistan bangladesh philippines newyork california texas1 florida boston chicago
whatever whatever1 nothing anything something trustno1 trustme dontknow idontknow nopassword password0 forgotten remember
hello1 hello123 hellohello helloworld goodbye goodluck welcome2 thankyou please sorry123 iamgod imgod fuckyou fuckyou1 fuckoff
fuckme asshole bitch1 bitches shithead bullshit bastard bigdick pussy1 penis1 sexsex sexy123 sexygirl porn123 hotgirl hottie
purple yellow silver golden orange1 black1 white1 green1 blue123 red123 diamond crystal1 platinum titanium
killer killer1 hacker hacker1 cracker ninja1 pirate samurai warrior soldier sniper gunner marine1 army123 navy123 airforce police
doctor nurse1 teacher student school college university mother father mommy1 daddy1 mamama papapa family sister brother friends
friend bestfriend girlfriend boyfriend husband family1 grandma grandpa children
metallica slipknot nirvana linkinpark greenday blink182 eminem tupac50cent beyonce rihanna madonna britney beatles rolling
guitar music1 musica drummer piano1 singer dancer dancing theking elvis1
money1 money123 dollar bitcoin ethereum crypto rich123 millionaire business company office marketing sales123
zxcvbnm1 asdfghjkl1 qwerty1 qwerty12 qwerty123 qwerty1234 qwertyuiop1 11111a a11111 00000a 1a2b3c 1a2b3c4d 5201314 woaini
woaini1314 gfhjkm ghbdtn qwerty7 nastya marina1 natasha1 privet parola haslo123 zaqwsx mot2passe motdepasse azerty123 soleil
doudou loulou chouchou bonjour coucou jetaime marseille hallo123 hallo1 schatz schalke04 fussball sommer winter1 ficken
contrasena contraseña teamo teamo1 tequiero estrella mariposa amor123 amorcito bonita hermosa sakura hikari
meishi visitenkarte businesscard namecard mycard
`

const COMMON = new Set(WORDS.split(/\s+/).filter(Boolean))

/** A short row of digits, or of at most three different characters, is guessed as fast as any word of the list. */
const isMonotonous = (text: string): boolean => /^\d{1,9}$/.test(text) || (text.length < 20 && new Set(text).size <= 3)

/** The word in "Sunshine2024!!": digits and signs at the end (at most six) make it no harder to guess. */
const withoutTail = (text: string): string => text.replace(/[\d!@#$%&*?._-]{1,6}$/, "")

/** @param own what an attacker knows anyway: username, address, the part before its @ */
export function isCommonPassword(password: string, own: string[] = []): boolean {
  const text = password.toLowerCase()
  if (isMonotonous(text)) return true
  const candidates = [text, withoutTail(text)]
  const half = text.slice(0, text.length / 2)
  if (half + half === text) candidates.push(half)
  const known = own.map((word) => word.toLowerCase()).filter((word) => word.length >= 3)
  return candidates.some((candidate) => COMMON.has(candidate) || known.includes(candidate))
}
