/** A city in which demo vehicles are sold and registered. */
export interface Place {
  readonly state: string;
  readonly city: string;
  readonly zip: string;
  readonly areaCode: string;
  /** The form of the state's plates: 9 is a digit, A a letter. */
  readonly plate: string;
}

// One or two cities of each state, the District of Columbia and Puerto Rico, with a ZIP code and an area
// code of theirs (USPS, NANPA) and a plate form that the state issues.
const table = `
AL Birmingham 35203 205 9AA9999
AK Anchorage 99501 907 AAA 999
AZ Phoenix 85004 602 AAA9999
AR Little Rock 72201 501 999 AAA
CA Los Angeles 90012 213 9AAA999
CA Sacramento 95814 916 9AAA999
CO Denver 80202 303 AAA-999
CT Hartford 06103 860 999-AAA
DE Dover 19901 302 999999
DC Washington 20001 202 AA-9999
FL Miami 33130 305 AAA A99
FL Orlando 32801 407 999 AAA
GA Atlanta 30303 404 AAA9999
HI Honolulu 96813 808 AAA 999
ID Boise 83702 208 9A A9999
IL Chicago 60602 312 AA 99999
IN Indianapolis 46204 317 999AAA
IA Des Moines 50309 515 AAA 999
KS Wichita 67202 316 999 AAA
KY Louisville 40202 502 999 AAA
LA New Orleans 70112 504 999 AAA
ME Portland 04101 207 9999 AA
MD Baltimore 21202 410 9AA9999
MA Boston 02108 617 9AA 999
MI Detroit 48226 313 AAA 9999
MN Minneapolis 55401 612 999-AAA
MS Jackson 39201 601 AAA 999
MO Kansas City 64106 816 AA9 A9A
MT Billings 59101 406 9-99999A
NE Omaha 68102 402 AAA 999
NV Las Vegas 89101 702 99A-999
NH Manchester 03101 603 999 9999
NJ Newark 07102 973 A99-AAA
NM Albuquerque 87102 505 999-AAA
NY Buffalo 14202 716 AAA-9999
NY New York 10007 212 AAA-9999
NC Charlotte 28202 704 AAA-9999
ND Fargo 58102 701 999 AAA
OH Columbus 43215 614 AAA 9999
OK Tulsa 74103 918 AAA-999
OR Portland 97204 503 999 AAA
PA Philadelphia 19107 215 AAA-9999
PA Pittsburgh 15219 412 AAA-9999
PR San Juan 00901 787 AAA-999
RI Providence 02903 401 999-999
SC Columbia 29201 803 999 9AA
SD Sioux Falls 57104 605 9AA 999
TN Nashville 37203 615 A99-99A
TX Houston 77002 713 AAA-9999
TX Dallas 75201 214 AAA-9999
UT Salt Lake City 84101 801 A99 9AA
VT Burlington 05401 802 AAA 999
VA Richmond 23219 804 AAA-9999
WA Seattle 98104 206 AAA9999
WV Charleston 25301 304 9AA 999
WI Milwaukee 53202 414 AAA-9999
WY Cheyenne 82001 307 99-9999`;

/** Every place of the demo set. */
export const places: readonly Place[] = table
  .trim()
  .split("\n")
  .map((row) => {
    const [, state, city, zip, areaCode, plate] = /^(\S+) (.+) (\d{5}) (\d{3}) (.+)$/.exec(row)!;
    return { state: state!, city: city!, zip: zip!, areaCode: areaCode!, plate: plate! };
  });
