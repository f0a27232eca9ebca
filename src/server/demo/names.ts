/** Fictional people in real places: each market is in the local government area before it. */
export type Place = { state: string; lga: string; market: string; people: People }
export type People = { first: string[]; last: string[]; streets: string[] }

const words = (text: string) => text.trim().split(/\s+/)
const parts = (text: string) => text.trim().split(/;\s+/)

/** The states of each people. A line is a state with its areas, each with its market. */
const gazetteer: [People, string][] = [
  [
    {
      first: words(`Adebayo Adeola Adunni Ayodele Ayomide Babajide Bisi Bolanle Bukola Damilola Dele Femi
        Folasade Funmilayo Gbenga Idowu Iyabo Jide Kehinde Kemi Kunle Lanre Mojisola Morenike Niyi Olamide
        Olumide Omolara Remi Ronke Sade Segun Sola Taiwo Titilayo Tope Wale Yemisi`),
      last: words(`Abiodun Adebisi Adeleke Ademola Adeniyi Adesanya Adewale Afolabi Ajayi Akande Akinola
        Alabi Awoyemi Ayinde Babalola Bamidele Coker Durojaiye Fagbemi Kolawole Lawal Odunsi Ogundipe Ojo
        Oladipo Olaniyan Olatunji Oni Owolabi Oyelaran Sanni Shittu Sowande`),
      streets: parts(`Awolowo Road; Adeola Street; Ogunlana Street; Olowu Street; Bode Thomas Street;
        Oke Ado Road; Isale Eko Lane; Sapon Road; Mosque Street; Church Street`),
    },
    `Lagos: Ikeja, Ipodo Market; Surulere, Aguda Market; Lagos Island, Balogun Market; Kosofe, Mile 12 Market;
      Lagos Mainland, Oyingbo Market; Mushin, Ojuwoye Market; Ikorodu, Sabo Market; Agege, Agege Main Market
    Oyo: Ibadan North, Bodija Market; Ibadan North West, Dugbe Market; Ibadan South West, Aleshinloye Market
    Ogun: Abeokuta South, Kuto Market; Ijebu Ode, Oke Aje Market; Ado-Odo/Ota, Sango Market
    Osun: Osogbo, Oja Oba Market
    Ondo: Akure South, Isinkan Market
    Ekiti: Ado Ekiti, Oja Bisi Market
    Kwara: Ilorin East, Ipata Market; Offa, Owode Market`,
  ],
  [
    {
      first: words(`Amaka Amarachi Chidi Chidinma Chika Chinedu Chinonso Chioma Chukwuemeka Ebele Ebuka
        Emeka Ifeanyi Ifeoma Ijeoma Kelechi Kenechukwu Ngozi Nkechi Nkiru Nnamdi Nneka Obinna Obioma
        Ogechi Okechukwu Onyeka Somto Uche Uchenna Ugochi Uju`),
      last: words(`Agu Anozie Anyanwu Chukwu Dike Egwu Emenike Ezeh Ibekwe Igwe Ihejirika Madu Mbah Ndukwe
        Njoku Nnaji Nwachukwu Nwankwo Nweke Obiora Odo Okafor Okeke Okoli Okoro Okoye Onuoha Onyema Udeh
        Ugwu Umeh Uzor`),
      streets: parts(`Zik Avenue; Okpara Avenue; Ogui Road; Nnewi Street; Douglas Road; Wetheral Road;
        Faulks Road; Azikiwe Road; School Road; Umuahia Road`),
    },
    `Anambra: Onitsha North, Main Market; Nnewi North, Nkwo Nnewi Market; Awka South, Eke Awka Market
    Enugu: Enugu North, Ogbete Main Market; Enugu East, Abakpa Market; Nsukka, Ogige Market
    Imo: Owerri Municipal, Ekeukwu Market; Orlu, Orlu Market
    Abia: Aba South, Ahia Ohuru Market; Umuahia North, Ubani Ibeku Market
    Ebonyi: Abakaliki, Kpirikpiri Market
    Delta: Oshimili South, Ogbogonogo Market`,
  ],
  [
    {
      first: words(`Abba Abdullahi Abubakar Aisha Aliyu Amina Asabe Bala Bashir Bilkisu Fatima Hadiza
        Hafsat Haruna Hauwa Ibrahim Isa Jamila Kabiru Ladi Lawan Maryam Mustapha Nafisa Nura Rabiu Rakiya
        Sadiq Safiya Sani Talatu Umar Usman Yakubu Zainab Zubairu`),
      last: words(`Abdulkadir Adamu Ahmad Baba Dahiru Danladi Dauda Garba Gwarzo Hamza Hassan Idris Inuwa
        Jibril Kabir Magaji Mahmud Maikudi Mohammed Musa Nuhu Rabo Salisu Shehu Tanko Tijjani Waziri
        Yahaya Yaro`),
      streets: parts(`Ahmadu Bello Way; Ibrahim Taiwo Road; Zaria Road; Katsina Road; Sabon Titi;
        Kofar Mata Road; Yahaya Road; Hospital Road; Station Road; Emir Road`),
    },
    `Kano: Nassarawa, Yan Kaba Market; Kano Municipal, Kurmi Market; Fagge, Kwari Market;
      Dawakin Tofa, Dawanau Market
    Kaduna: Zaria, Tudun Wada Market; Kaduna North, Central Market; Sabon Gari, Samaru Market
    Katsina: Katsina, Central Market
    Sokoto: Sokoto North, Kara Market
    Bauchi: Bauchi, Muda Lawal Market
    Gombe: Gombe, Gombe Main Market
    Borno: Maiduguri, Monday Market
    Niger: Chanchaga, Kure Market; Suleja, Suleja Main Market
    Federal Capital Territory: Gwagwalada, Gwagwalada Market; Abuja Municipal, Wuse Market;
      Bwari, Kubwa Market`,
  ],
  [
    {
      first: words(`Aisosa Amenze Efosa Eghosa Ehi Esosa Etinosa Isoken Itohan Ivie Iyare Nosa Omorede
        Osagie Osaro Osas Oshione Uwa`),
      last: words(`Aghedo Aigbe Airhiavbere Ehigiator Ehizojie Idahosa Imasuen Iyamu Ogbebor Omoregie
        Omoruyi Osagiede Osawe Osunde Oviawe Uwaifo`),
      streets: parts('Akpakpava Road; Mission Road; Sapele Road; Forestry Road; Siluko Road; Lawani Street'),
    },
    'Edo: Oredo, Oba Market; Egor, Uselu Market; Esan West, Ekpoma Market; Ikpoba-Okha, Santana Market',
  ],
  [
    {
      first: words(`Edirin Efemena Ejiro Ese Fejiro Mamuzo Ochuko Ogaga Oghale Oke Onome Oreva Rukevwe
        Tega Ufuoma Voke`),
      last: words(`Akpobome Akpofure Avwerosuo Edafe Ejovi Emakpor Mukoro Odibo Ogbe Oghenevo Omonigho
        Onoriode Oteri Ovie Ovwigho Umukoro`),
      streets: parts('Okumagba Avenue; Airport Road; Deco Road; Isoko Road; Jakpa Road; Mission Road'),
    },
    'Delta: Warri South, Igbudu Market; Ughelli North, Ughelli Main Market; Sapele, Sapele Main Market',
  ],
  [
    {
      first: words(`Abasiama Aniekan Arit Bassey Edidiong Effiong Ekaette Ekpo Emem Eno Etim Idara
        Imaobong Ime Inemesit Iniobong Itoro Mfon Nsikak Ubong Uduak Unwana`),
      last: words(`Akpan Archibong Asuquo Bassey Edet Ekanem Ekong Ekpenyong Essien Etuk Eyo Henshaw Ibok
        Inyang Ita Nyong Okon Otu Udo Udofia Umoh Usoro`),
      streets: parts('Marian Road; Goldie Street; Mayne Avenue; Oron Road; Aka Road; Nwaniba Road'),
    },
    `Cross River: Calabar Municipal, Marian Market; Calabar South, Watt Market
    Akwa Ibom: Uyo, Akpan Andem Market; Itu, Itam Market; Eket, Eket Main Market`,
  ],
  [
    {
      first: words(`Aondona Aondover Doose Dooshima Erdoo Iveren Kumaga Mimidoo Msendoo Ngunan Sesugh
        Shiminenge Terfa Terhemba Terna Tersoo Torkwase`),
      last: words(`Agber Akaa Anyam Gbor Hembe Igba Iorapuu Iorliam Iornem Kajo Nyam Orkuma Shima Tsav
        Tyohemba Ugande`),
      streets: parts('Old Otukpo Road; New Bridge Road; Captain Downes Road; Iyorchia Ayu Road; Gboko Road'),
    },
    'Benue: Makurdi, Wurukum Market; Gboko, Gboko Main Market; Katsina-Ala, Katsina-Ala Market',
  ],
  [
    {
      first: words(`Alaere Boma Daboere Doubra Ebiere Ebinyo Furo Ibim Ibinabo Owanari Preye Sotonye
        Tamuno Tari Timi Tonye`),
      last: words(`Amachree Briggs Dappa George Green Harry Jaja Jumbo Kalio Lawson Ogan Otonye Pepple
        Princewill West`),
      streets: parts('Aggrey Road; Ikwerre Road; Creek Road; Victoria Street; Hospital Road; Swali Road'),
    },
    `Rivers: Port Harcourt, Mile 1 Market; Obio/Akpor, Oil Mill Market
    Bayelsa: Yenagoa, Swali Market`,
  ],
  [
    {
      first: words('Chundung Dung Gyang Kaneng Kangyang Nandi Nanle Nenrit Pam Plangnan Ponfa Ponmwa Zakka'),
      last: words('Bot Choji Chollom Dalyop Davou Fom Gyang Mancha Mwadkon Pam Rwang Tok Zang'),
      streets: parts('Rwang Pam Street; Bauchi Road; Tafawa Balewa Street; Bukuru Road; Zaria Bye-pass'),
    },
    'Plateau: Jos North, Terminus Market; Jos South, Bukuru Market',
  ],
]

export const places: readonly Place[] = gazetteer.flatMap(([people, text]) =>
  text.split(/\n(?=\s*[\w ]+:)/).flatMap((line) => {
    const [state = '', areas = ''] = line.trim().split(': ')
    return parts(areas).map((area) => {
      const [lga = '', market = ''] = area.split(', ')
      return { state, lga, market, people }
    })
  }),
)

/** The ten newest agents: name, phone, area and age in working minutes. */
export const newestAgents = `
Adaeze Okonkwo: 08031234567: Ikeja: 323
Babatunde Adeyemi: 08059876543: Ibadan North: 600
Chiamaka Nwosu: 07064455210: Nsukka: 1007
Danjuma Bello: 09022118834: Nassarawa: 1274
Efe Oghenekaro: 08164407712: Warri South: 1485
Folake Ogunleye: 08023390415: Abeokuta South: 1712
Gambo Suleiman: 07035521190: Zaria: 2283
Halima Yusuf: 08097716520: Gwagwalada: 2598
Ikenna Eze: 08031177263: Owerri Municipal: 2755
Jumoke Balogun: 08145520983: Surulere: 3036`

/** The other admins; deleted ones and those without a role are marked. */
export const staff = `
Abimbola Sotunde: Admin; Aminu Dogara: Main Admin; Blessing Omozuwa: Supervisor; Chukwudi Anene: Loan Officer
Comfort Ayuba: Admin, deleted; Ditimi Ereku: Supervisor; Ezinne Obiechina: Admin; Fatimah Jimoh: no role
Godwin Effanga: Main Admin; Hannatu Bitrus: Admin; Ifedapo Okunola: Supervisor, deleted; Jamiu Oseni: Admin
Khadija Mamman: Admin; Lekan Odutola: Supervisor; Mercy Igbokwe: no role; Nasiru Zubair: Main Admin
Oluchi Ezenwa: Loan Officer; Patience Adagba: Admin, deleted; Rotimi Falade: Supervisor; Salamatu Ndagi: Admin`

export const phonePrefixes = words('0802 0803 0805 0806 0807 0703 0706 0708 0813 0814 0816 0901 0902 0903')

export const deviceNames = parts(`Tecno Spark 20; Infinix Hot 40; Samsung Galaxy A15; itel A70; Tecno Pop 8;
  Infinix Smart 8; Redmi 13C; Samsung Galaxy A05; Nokia C32; itel P55; Tecno Camon 20; Oppo A18`)
